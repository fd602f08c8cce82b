"""The player's page in a real browser: what it prints, keeps and does without the net."""

import io
import os
import re
import shlex
import shutil
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest
from commands import typed_lines
from filelock import FileLock
from PIL import Image, ImageChops, ImageStat
from web.serving import HALVES, served
from web.studio.studios import BASE
from web.test_studio import AXE, serious

from generator.core.progress import SILENT
from generator.core.seeds import MAX_SEED
from generator.web import backend, site

WIDE = {"width": 1100, "height": 500}
SECONDS = 120_000  # ms, for whatever the generator does: the machine may be busy

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(
        not (site.BUNDLE / "index.html").is_file(), reason="the page is not built: run `make site`"
    ),
]


# In a browser a generator takes seconds to start, and is slow. So the server of the tests answers
# in its place, but where a test is of the browser's own.
SERVER_AS_GENERATOR = """
const Own = Worker;
self.Worker = function (url, options) {
  if (localStorage.own || !`${url}`.endsWith("/worker.js")) return new Own(url, options);
  this.postMessage = async ({ call, query }, [port]) => {
    const response = await fetch("/", { method: "POST", body: JSON.stringify([call, query]) });
    const answer = decodeURIComponent(response.headers.get("Answer"));
    const { error, kind, ...facts } = JSON.parse(answer);
    const content = new Uint8Array(await response.arrayBuffer());
    port.postMessage(error ? { error, kind } : { facts, content });
  };
  this.terminate = () => {};
  setTimeout(() => this.onmessage({ data: { stage: "ready", share: 1 } }));
};
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A site with fewer ready-made sheets than usual, which all processes of the tests share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "site"
    with FileLock(f"{folder}.lock"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "_READY_PAPERS", ("a4",))
        patch.setattr(site, "_READY_GAMES", 1)
        if not folder.exists():
            site.build(folder, SILENT)
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def tab(browser):
    """One for all tests, whose sheets the server draws: a new one costs more than a page."""
    with browser.new_context(locale="en-GB", viewport=WIDE) as context:
        context.set_default_timeout(SECONDS)
        context.add_init_script(SERVER_AS_GENERATOR)
        yield context.new_page()


@pytest.fixture
def page(tab, address):
    errors = []
    tab.on("pageerror", noted := lambda error: errors.append(str(error)))
    tab.set_viewport_size(WIDE)
    tab.goto(address)
    wait(tab)
    yield tab
    tab.evaluate("localStorage.clear()")
    tab.goto("about:blank")
    tab.remove_listener("pageerror", noted)
    assert errors == []


def visit(context, url):
    """The page in another visitor's browser, with a sheet."""
    context.set_default_timeout(SECONDS)
    page = context.new_page()
    page.goto(url)
    wait(page)
    return page


def wait(page):
    page.wait_for_selector(".viewer[aria-busy=false] canvas", state="attached")
    page.wait_for_selector(".about code", state="attached")


def wait_for_id(page, part):
    page.locator(".id", has_text=part).wait_for(state="attached")
    wait(page)


def choose(page, name, value):
    page.check(f"input[name={name}][value='{value}']", force=True)
    wait(page)


def downloaded(page):
    with page.expect_download() as download:
        page.locator(".actions .download").click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_new_sheets_are_vetted_and_new_and_that_of_a_seed_is_its_first(page, address):
    choose(page, "players", 3)
    ids = {page.locator(".id").text_content()}
    for count in range(2, 5):
        page.get_by_role("button", name="New sheet").click()
        wait(page)
        ids.add(page.locator(".id").text_content())
        assert len(ids) == count
    page.goto("about:blank")
    page.goto(address)  # another visit
    wait(page)
    assert page.locator(".id").text_content() not in ids
    assert "Picked by programs" in page.locator(".note").text_content()
    page.fill("input[name=seed]", "Sunday")
    page.press("input[name=seed]", "Enter")
    wait_for_id(page, ".sunday.")
    assert "Programs have not tried this one out" in page.locator(".note").text_content()


def test_a_link_that_cannot_be_printed_or_is_none_is_explained(page, address):
    page.evaluate("location.hash = 'id=magnetmen.regular.base.4.oak.1-aaaa-bbbb&sheet=boards'")
    page.wait_for_selector(".note strong")
    assert "can no longer be printed" in page.locator(".note").text_content()
    page.locator(".note button").click()
    wait(page)
    assert ".base.4." in page.locator(".id").text_content()
    page.goto("about:blank")
    page.goto(f"{address}#id=rubbish")
    wait(page)
    assert "This link or game ID is not one of a sheet" in page.locator(".note").text_content()


def test_a_seed_that_is_too_long_is_explained(page):
    page.fill("input[name=seed]", "b" * (MAX_SEED + 1))
    page.press("input[name=seed]", "Enter")
    page.wait_for_selector(".note strong")
    assert f"at most {MAX_SEED}" in page.locator(".note").text_content()
    page.locator(".note button").press("Enter")
    wait(page)
    assert page.evaluate("document.activeElement.className") == "viewer-frame"


def test_what_a_link_asks_for_and_does_not_exist_is_the_usual_also_in_the_next(page):
    form = "game=magnetmen&size=regular&sets=base"
    for wrong in ("players=99", "players=4&paper=a9", "players=4&marks=teeth&gap=9999"):
        page.evaluate(f"location.hash = '{form}&language=nl&{wrong}'")
        page.locator(".note", has_text="Deze link of spelcode vraagt om iets").wait_for()
        assert page.locator(".id").text_content().startswith("magnetmen.regular.base.4.")
        page.evaluate(f"location.hash = '{form}&players=3&language=en&seed=oak'")
        wait_for_id(page, ".3.oak.")
        assert "asks for" not in page.locator(".note").text_content()
        assert page.url.endswith("&paper=a4&ink=full&language=en")
    page.evaluate("location.hash = 'id=magnetmen.regular.base.99.oak.2-2hgg-v7n3'")
    page.locator(".note", has_text="asks for something that").wait_for()


def test_earlier_sheets_come_back_by_the_back_button_their_pictures_and_their_ids(page):
    first = page.locator(".id").text_content()
    page.select_option("[name=ink]", "low")  # which is the same sheet
    page.locator(".new").click()
    page.wait_for_function(f"document.querySelector('.id').textContent !== '{first}'")
    wait(page)
    second = page.locator(".id").text_content()
    choose(page, "game", "metals")
    for game_id in (second, first):
        page.go_back()
        wait_for_id(page, game_id)
    page.go_forward()
    wait_for_id(page, second)
    page.locator(".recent summary").press("Enter")
    assert len({picture.get_attribute("src") for picture in page.locator(".recent img").all()}) == 3
    page.locator(f".recent img[alt='{first}']").click()
    wait_for_id(page, first)
    page.fill("input[name=seed]", f" {second.upper()}")
    page.press("input[name=seed]", "Enter")
    wait_for_id(page, second)
    assert page.input_value("[name=ink]") == "full"


def test_a_link_that_the_browser_does_not_copy_is_shown_and_ctrl_p_prints_the_sheet(page):
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject())")
    page.get_by_role("button", name="Copy link").click()
    page.locator(".note", has_text=page.url).wait_for()
    page.evaluate("""void Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
        get() { return { print: () => this.classList.add("printed") }; },
    })""")
    page.keyboard.press("Control+p")
    page.locator("iframe[title^='magnetmen.']").dispatch_event("load")  # the shell shows no PDF
    page.wait_for_selector("iframe.printed", state="attached")


def save_files(page, button):
    """The name and the files of a ZIP, by their names."""
    with page.expect_download() as download:
        page.locator(button).click()
    with zipfile.ZipFile(download.value.path()) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    page.wait_for_selector(".files-news code")
    return download.value.suggested_filename, files


def choose_making(page, **values):
    if page.locator(".making").get_attribute("open") != "":
        page.locator(".making summary").press("Enter")
    for name, value in values.items():
        control = page.locator(f".making [name={name}]")
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
            control.press("Enter")
        wait(page)


def test_how_pieces_are_made_is_in_the_link_the_command_and_the_next_visit(page, tmp_path):
    choose(page, "game", "quads")
    choose_making(page, backs="gutterfold", marks="frame", gap="2")
    page.wait_for_function("location.hash.endsWith('&backs=gutterfold&marks=frame&gap=2')")
    name, content = downloaded(page)
    assert ".backs-gutterfold.frame.gap2." in name
    _, *words = shlex.split(page.locator(".about code").text_content())
    typed_lines(*words, "--output", str(tmp_path / "it.pdf"))
    assert content == (tmp_path / "it.pdf").read_bytes()
    page.goto(page.url.partition("#")[0])
    page.reload()
    wait(page)
    assert page.input_value("[name=gap]") == "2"
    assert downloaded(page) == (name, content)
    choose(page, "game", "magnetmen")
    choose_making(page, tile="a4")
    page.wait_for_function("location.hash.endsWith('&tile=a4&scale=1.4')")
    choose(page, "game", "quads")
    page.select_option("[name=sheet]", "board")  # of which nothing is cut out
    page.wait_for_function("location.hash.includes('sheet=board')")
    assert "gap" not in page.url
    assert page.locator("[name=gap]").count() == 0


def test_files_are_of_the_sheet_that_is_being_drawn(page):
    """Its seed is not known before."""
    choose(page, "game", "discs")
    choose_making(page)
    page.locator(".new").evaluate(
        "button => { button.click(); document.querySelector('.cut-files').click(); }"
    )
    page.wait_for_selector(".files-news code")
    assert page.locator(".id").text_content() in page.locator(".files-news code").text_content()


def test_files_beside_a_sheet_are_saved(page):
    choose(page, "game", "quads")
    choose_making(page, marks="silhouette")
    page.fill("[name=url]", "https://example.org/images")
    for kind in ("cut", "table"):
        name, files = save_files(page, f".{kind}-files")
        assert name.startswith(f"{kind}.") and all(files.values())


def test_a_wrong_gap_is_explained_and_can_be_reset(page):
    choose(page, "game", "quads")
    page.locator(".making summary").click()
    page.fill("[name=gap]", "60")
    page.press("[name=gap]", "Enter")
    page.wait_for_selector(".note strong")
    assert "gap 60: expected 0 to 50 mm" in page.locator(".note").text_content()
    page.locator(".note button").click()
    wait(page)
    assert page.input_value("[name=gap]") == "0"


def test_what_is_used_by_keyboard_keeps_the_focus(page):
    """Also where the form is drawn anew, with other fields."""
    page.locator("input[name=game]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.name === 'game'")
    page.locator(".new").press("Enter")
    wait(page)
    assert page.evaluate("document.activeElement.className") == "new"
    choose(page, "game", "quads")
    choose_making(page)
    keys = {"sheet": "End", "sheet ": "Home", "marks": "ArrowDown", "language": "ArrowDown"}
    for name, key in keys.items():
        page.locator(f"[name={name.strip()}]").focus()
        page.keyboard.press(key)
        wait(page)
        assert page.evaluate("document.activeElement.name") == name.strip()
    assert page.input_value("[name=marks]") == "lines"


def test_the_last_set_stays_and_pages_are_leafed_through_by_keyboard(page):
    box = page.locator("input[name=sets]:checked")
    box.press("Space")
    assert "At least one set" in page.locator(".refusal").text_content()
    assert box.is_checked()
    choose(page, "game", "quads")
    assert "Sheets of paper: 5, printed on both sides" in page.locator(".note").text_content()
    page.get_by_role("button", name="Next page").focus()
    page.keyboard.press("Enter")
    page.locator(".viewer-page", has_text="Page 2 of").wait_for()


def test_nothing_sticks_out_and_axe_finds_nothing_serious(page):
    page.add_script_tag(path=str(AXE))
    choose(page, "game", "quads")
    choose_making(page, gap="2")
    page.select_option("[name=language]", "de")  # whose words are long
    for width, scheme in ((360, "dark"), (1024, "light"), (1440, "dark")):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        wait(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        lines = page.locator(".viewer-page, .games .option-title")
        assert lines.evaluate_all("all => all.every((each) => each.offsetHeight < 30)")
        assert page.locator(".fit").evaluate("e => parseInt(getComputedStyle(e).paddingLeft)") > 8
        assert serious(page) == []
    page.emulate_media(color_scheme="null")


def open_set(page, content):
    with page.expect_file_chooser() as chooser:
        page.locator(".own-sets button").first.click()
    file = {"name": "garden.yaml", "mimeType": "", "buffer": content.encode()}
    chooser.value.set_files(file)


def test_a_set_of_ones_own_is_opened_kept_and_taken_away(page, tmp_path, monkeypatch):
    monkeypatch.setattr(backend, "OWN_SETS", tmp_path)
    open_set(page, BASE.replace(" powers:", " pwers:", 2))
    mistake = page.locator(".own-news li").nth(1)
    assert re.match(r"garden.yaml:\d+:5: types.*did you mean 'powers'", mistake.text_content())
    open_set(page, BASE.replace("en: Base", "en: Garden"))
    wait_for_id(page, ".garden.")
    page.reload()
    wait_for_id(page, ".garden.")
    assert "Programs have not tried" in page.locator(".note").text_content()
    page.get_by_role("button", name="Take away: Garden").click()
    wait_for_id(page, ".base.")
    assert page.locator("[value=garden]").count() == 0


def test_rules_are_read_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    choose(page, "game", "discs")
    page.get_by_role("button", name="How to play").click()
    last = page.locator(".reading canvas:nth-of-type(2)")
    assert "Making the game" in last.get_attribute("aria-label")
    box = last.bounding_box()
    assert box["height"] > 1.9 * box["width"] > 1.9 * 390  # one column, without margins
    page.keyboard.press("Escape")
    page.locator(".reading").wait_for(state="detached")


# JavaScript of a page that has one of its files kept when it asks for it, and then all.
TINY_PAGE = """
navigator.serviceWorker.register("service_worker.js");
navigator.serviceWorker.onmessage = () => (document.title = "{version}, kept");
navigator.serviceWorker.oncontrollerchange = async () => {{
  await fetch("app.js");
  navigator.serviceWorker.controller.postMessage("keep");
}};
document.title = "{version}";
"""


def write_tiny_site(folder, version):
    (folder / "index.html").write_text(f"<body>{version}<script src=app.js></script>")
    (folder / "app.js").write_text(TINY_PAGE.format(version=version))
    shutil.copy(site.BUNDLE / "service_worker.js", folder)
    site._write_service_worker(folder)


def test_a_new_version_is_loaded_from_the_host_not_from_what_is_kept(browser, tmp_path):
    write_tiny_site(tmp_path, "one")
    with served(tmp_path) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("document.title === 'one, kept'")
        write_tiny_site(tmp_path, "two")
        for path in tmp_path.iterdir():  # the host tells versions apart by seconds
            os.utime(path, (0, path.stat().st_mtime + 9))
        for version in ("one, kept", "two"):
            page.goto("about:blank")
            page.goto(address)
            page.wait_for_function(f"document.title === '{version}'")
        assert page.inner_text("body") == "two"


# JavaScript that takes away what only the newest browsers have and pdf.js uses.
NO_NEW_FEATURES = """
for (const type of [Map, WeakMap])
  for (const name of ["getOrInsert", "getOrInsertComputed"]) delete type.prototype[name];
for (const name of ["toBase64", "toHex"]) delete Uint8Array.prototype[name];
delete Math.sumPrecise, delete Promise.try, delete Uint8Array.fromBase64, delete Uint8Array.fromHex;
"""


def test_a_browser_without_the_newest_features_shows_a_sheet(browser, address):
    worker = NO_NEW_FEATURES + (site.BUNDLE / "pdf.worker.js").read_text("utf-8")
    with browser.new_context(locale="en-GB", service_workers="block") as context:
        context.add_init_script(NO_NEW_FEATURES)
        context.route(
            "**/pdf.worker.js",
            lambda route: route.fulfill(body=worker, content_type="text/javascript"),
        )
        note = visit(context, address).locator(".note")
        assert note.text_content().startswith("Picked by programs")


def test_a_download_that_breaks_or_stalls_is_tried_again(browser, address, monkeypatch):
    with browser.new_context(locale="de-DE") as context:
        monkeypatch.setitem(HALVES, "/pyodide.asm.wasm.gz", 60)
        monkeypatch.setitem(HALVES, "/generator.zip", 0)
        page = visit(context, address)
        page.clock.install()
        retry = page.locator(".note strong ~ button")
        retry.wait_for()
        assert page.locator(".progress").is_hidden()
        monkeypatch.delitem(HALVES, "/generator.zip")
        retry.click()
        page.locator(".progress[value]:not([hidden])").wait_for()
        for _ in range(60):  # until all has come that comes before the silence
            page.wait_for_timeout(500)
            page.clock.fast_forward(30_000)
            if retry.is_visible():
                break
        assert retry.is_visible() and page.locator(".progress").is_hidden()
        assert downloaded(page)[1].startswith(b"%PDF")  # the sheet is still there


# What an earlier visit left in the browser: files as Emscripten keeps them. Returns what is kept.
KEEP = """
(files) => new Promise((resolve) => {
  const opening = indexedDB.open("/own-sets", 21);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore("FILE_DATA").createIndex("timestamp", "timestamp");
  opening.onsuccess = () => {
    const kept = opening.result.transaction("FILE_DATA", "readwrite").objectStore("FILE_DATA");
    for (const [path, text] of Object.entries(files)) {
      const file = text && { contents: new TextEncoder().encode(text) };
      kept.put({ mode: file ? 0o100644 : 0o40755, timestamp: new Date(), ...file }, path);
    }
    kept.getAllKeys().onsuccess = ({ target }) => resolve(target.result, opening.result.close());
  };
})
"""


def test_the_generator_of_a_browser_prints_the_same_also_offline(page, tmp_path, monkeypatch):
    """It starts once, which is slow: offline, with a set that an earlier visit left."""
    monkeypatch.setattr(backend, "OWN_SETS", tmp_path)
    page.locator(".status", has_text="offline").wait_for()
    page.select_option("[name=paper]", "a3")
    wait(page)
    board, printed = page.url, downloaded(page)
    choose(page, "game", "discs")
    choose_making(page, backs="gutterfold", gap="2")
    discs, printed_discs = page.url, downloaded(page)
    _, pictures = save_files(page, ".pieces-files")
    page.evaluate("localStorage.clear()")
    open_set(page, BASE)
    wait_for_id(page, ".garden.")
    garden, kept = page.url, {}
    for path in tmp_path.rglob("*"):
        name = f"/own-sets/{path.relative_to(tmp_path).as_posix()}"
        kept[name] = path.is_file() and path.read_text("utf-8")
    assert page.evaluate(KEEP, kept) == sorted(kept)
    page.evaluate("localStorage.own = true")
    page.context.set_offline(True)
    page.goto("about:blank")
    page.goto(board)
    wait_for_id(page, unquote(re.search("id=([^&]+)", board)[1]))
    assert downloaded(page) == printed
    page.context.set_offline(False)
    page.goto(discs)
    wait_for_id(page, "discs.")
    assert downloaded(page) == printed_discs
    _, files = save_files(page, ".pieces-files")
    assert files.keys() == pictures.keys()
    for path in (path for path in files if path.endswith("png")):
        # PDFium for browsers smooths edges a little otherwise.
        pair = [Image.open(io.BytesIO(each)) for each in (files[path], pictures[path])]
        difference = ImageChops.difference(*pair).convert("L")
        assert ImageStat.Stat(difference).mean[0] < 2, path
    page.goto(garden)
    wait_for_id(page, ".garden.")
    page.get_by_role("button", name="Take away").click()
    wait_for_id(page, ".base.")
    assert page.evaluate(KEEP, {}) == []
    open_set(page, BASE)
    wait_for_id(page, ".garden.")
    assert page.evaluate(KEEP, {}) == sorted(kept)
