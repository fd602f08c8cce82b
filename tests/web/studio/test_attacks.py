"""Attacks with a real browser: another site's page, and a report with a script of a stranger."""

import time

import pytest
from web.serving import served
from web.studio.running import prepare, running
from web.studio.studios import EDITED, JOB, MINE

pytestmark = [pytest.mark.slow, pytest.mark.process]

# What another site's page can try; each returns what it got.
ATTEMPTS = """
async (studio) => {
  const attempts = {
    read: () => fetch(`${studio}/api/files`),
    readPage: () => fetch(`${studio}/`),
    readFont: () => fetch(`${studio}/titan-one.ttf`),
    preflight: () => fetch(`${studio}/api/save`, {
      method: "POST", headers: {"X-Studio-Token": "x"}, body: "{}",
    }),
    blindPost: async () => {
      const body = JSON.stringify({game: "magnetmen", name: "base", new_name: "stolen", title: ""});
      await fetch(`${studio}/api/duplicate`, {method: "POST", mode: "no-cors", body});
      throw new Error("sent, but not read");
    },
    form: async () => {
      const form = document.createElement("form");
      const frame = document.createElement("iframe");
      frame.name = form.target = "frame";
      Object.assign(form, {method: "post", action: `${studio}/api/duplicate`});
      form.enctype = "text/plain";
      const field = document.createElement("input");
      field.name = '{"game": "magnetmen", "name": "base", "new_name": "stolen", "title": "';
      field.value = '"}';
      form.append(field);
      document.body.append(frame, form);
      form.submit();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return frame.contentDocument;
    },
    frame: async () => {
      const frame = document.createElement("iframe");
      frame.src = studio;
      document.body.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      return frame.contentDocument;
    },
    script: () => new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, {src: `${studio}/app.js`, onload: resolve, onerror: reject});
      document.body.append(script);
    }),
  };
  const results = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    results[name] = await attempt().then((value) => value && "reached", () => null);
  }
  return results;
}
"""
STRANGE_REPORT = """<!doctype html><script>
const attempts = {
  parent: async () => parent.document.querySelector("meta").content,
  files: () => fetch("/api/files"),
  page: () => fetch("/"),
  elsewhere: () => fetch("https://example.org/"),
  storage: async () => localStorage.length + 1,
  picture: () => new Promise((resolve, reject) => {
    Object.assign(new Image(), {src: "/titan-one.ttf?stolen", onload: resolve, onerror: reject});
  }),
  frame: () => new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    frame.src = "/";
    frame.onload = () => {
      try { resolve(frame.contentDocument.body.innerHTML); } catch { reject(); }
    };
    document.documentElement.append(frame);
  }),
  script: async () => "run",
  function: async () => new Function("return 'made'")(),
};
(async () => {
  const results = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    results[name] = await attempt().then(String, () => null);
  }
  parent.postMessage(results, "*");
})();
</script>"""
SHOW_REPORT = """
async (address) => {
  const message = new Promise((resolve) => addEventListener("message", (event) => resolve(event)));
  const frame = document.createElement("iframe");
  frame.src = address;
  document.body.append(frame);
  const {origin, data} = await message;
  return {origin, data};
}
"""


def test_neither_another_sites_page_nor_a_strange_script_in_a_report_reaches_anything(
    tmp_path, browser
):
    """A page of the same host at another port, which is more than most attackers have. Names in a
    set that a stranger wrote are in reports; should one ever become a script."""
    (prepare(tmp_path) / "app.js").write_text("var stolen = 1")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("<!doctype html><body></body>")
    with running(tmp_path) as studio, served(tmp_path / "other") as other_site:
        page = browser.new_page()
        page.goto(other_site)
        results = page.evaluate(ATTEMPTS, studio.address)
        assert results == dict.fromkeys(results)
        assert len(results) == 8
        page.goto(studio.entrance)  # the attempts are real ones
        own_results = page.evaluate(ATTEMPTS, studio.address)
        assert {"read", "readPage", "readFont", "script"} <= {*filter(own_results.get, own_results)}
        files = studio.page.ask("files")
        assert [file["path"] for file in files if not file["shipped"]] == [MINE]

        studio.page.put_draft(EDITED)
        job_id = studio.page.tell("start", job={**JOB, "kind": "playtest", "rolls": 1})
        while studio.page.ask("job_list")[0]["state"] == "running":
            time.sleep(0.1)
        (report,) = studio.temporary.rglob("report.html")
        report.write_text(STRANGE_REPORT)
        message = page.evaluate(SHOW_REPORT, f"{studio.address}/reports/{job_id}")
        expected = {**dict.fromkeys(message["data"]), "script": "run"}
        assert message == {"origin": "null", "data": expected}
        assert len(expected) == 9
