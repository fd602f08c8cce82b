"""The studio in a real browser, before its server: editing, saving, conflicts, what stays."""

import re
import zipfile
from pathlib import Path

import pytest
from web.studio.running import running
from web.studio.studios import BASE, PICTURE

ROOT = Path(__file__).parents[2]
AXE = ROOT / "generator/web/frontend/node_modules/axe-core/axe.min.js"
WIDE = {"width": 1280, "height": 900}
SECONDS = 60_000  # ms, for whatever the page waits for: the machine may be busy
POINTS = "flat: {points: 1}"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(
        not (ROOT / "generator/web/bundle/studio.css").is_file(),
        reason="the page is not built: run `make studio`",
    ),
]


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    return tmp_path_factory.mktemp("studio") / "mine"


@pytest.fixture(scope="module")
def studio(sets):
    """A studio in a process of its own."""
    with running(sets.parent) as studio:
        yield studio


@pytest.fixture
def mine(sets, request):
    """A set of one's own, another for each test."""
    name = re.sub("[^a-z]+", "_", request.node.name.lower())[:40]
    file = sets / "magnetmen" / f"{name}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(BASE, "utf-8")
    return file


@pytest.fixture(scope="module")
def tab(browser, studio):
    """One for all tests, which stays at the studio: to load it takes longer than most tests."""
    context = browser.new_context(locale="en-GB", viewport=WIDE, bypass_csp=True)
    context.set_default_timeout(SECONDS)
    tab = context.new_page()
    tab.goto(studio.entrance)
    yield tab
    context.close()


@pytest.fixture
def page(tab, studio, mine):
    """The studio with a file open and its sheet drawn; no script may fail meanwhile."""
    errors = []
    tab.on("pageerror", noted := lambda error: errors.append(str(error)))
    if not tab.url.startswith(studio.address):
        tab.goto(studio.address)
    tab.locator(f"button[title='magnetmen/{mine.name}']").click()
    open_tab(tab, "Sheets")
    tab.wait_for_selector(f".sheets:not([data-busy]) .game-id:has-text('{mine.stem}')")
    yield tab
    tab.remove_listener("pageerror", noted)
    assert errors == []


def go_behind(page, text):
    """Put the cursor at the end of the first line with a text."""
    page.locator(".cm-line", has_text=text).first.click()
    page.keyboard.press("End")


def change_points(page, digit):
    """Make 1 point of the first type more than ten: 1 becomes 1 and a digit."""
    go_behind(page, POINTS)
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(digit)


def open_tab(page, name):
    page.get_by_role("tab", name=name).click()


def wait_for_state(page, text):
    page.locator(f".file-state:text-is('{text}')").wait_for()


def test_a_set_with_a_mistake_is_mended_in_the_editor(page, mine):
    open_tab(page, "Problems")
    page.get_by_text("No problems").wait_for()
    change_points(page, "x")
    assert "No problems" not in page.locator("#panel-problems").text_content()
    page.wait_for_selector(".cm-lintRange-error")
    page.locator(".problem", has_text="expected a whole number").click()
    page.wait_for_selector(".cm-content:focus")
    open_tab(page, "Sheets")
    page.wait_for_selector(".sheets[data-stale] .refusal")
    go_behind(page, "points: 1x")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    page.wait_for_selector(".cm-lintRange-error", state="detached")
    page.wait_for_selector(".sheets:not([data-stale])")
    wait_for_state(page, "Saved")
    assert mine.read_text("utf-8") == BASE


def test_what_a_change_does_to_the_sheet_is_marked_or_another_board_has_it(page):
    page.get_by_label("Seed", exact=True).fill("abc2")  # its board has the Guitarist
    page.wait_for_selector(".sheets:not([data-busy]) .game-id:has-text('abc2')")
    change_points(page, "2")
    share = """canvas => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((value, place) => place % 4 === 3 && value).length / data.length;
    }"""
    assert 0 < page.locator(".marks").evaluate(share) < 0.001
    assert not page.workers, "pdf.js, which takes longer than PDFium on the server"
    steps = page.locator(".first-steps")
    assert "Playtest" in steps.locator("[aria-current]").text_content(), "the others are done"
    steps.get_by_role("button", name="Close").click()
    assert steps.is_hidden() and "closed" in page.evaluate("localStorage['studio.steps']")
    page.locator(".marks").wait_for(state="detached")
    go_behind(page, "name: {en: Baby")
    page.keyboard.type(" ")
    page.get_by_role("button", name="Show a board with it").click()
    page.wait_for_selector(".sheets:not([data-busy]) .game-id:has-text('board-')")
    assert page.locator(".offer").is_hidden()


def test_keys_and_values_are_completed_and_explained(page):
    open_tab(page, "Help")
    page.locator(".cm-line", has_text="frequency: 2.5").get_by_text("frequency").click()
    explained = page.locator("#panel-help", has_text="guitarist › frequency").text_content()
    assert "relative to the other types" in explained and "If left out: 1." in explained
    assert "Keys of guitarist" in explained and "as printed" in explained
    go_behind(page, "frequency: 2.5")
    page.keyboard.press("Enter")
    page.keyboard.type("ma")
    options = page.locator(".cm-tooltip-autocomplete li")
    assert options.first.text_content().startswith("max")
    page.wait_for_timeout(200)  # a suggestion is not taken at once, lest Enter be meant otherwise
    page.keyboard.press("Enter")
    assert page.locator(".cm-activeLine").text_content().strip() == "max:"
    page.keyboard.type("9")
    page.wait_for_selector(".cm-lintRange-error", state="detached")
    go_behind(page, "rules: basic")
    page.keyboard.press("Control+Backspace")
    page.keyboard.press("Control+Space")
    page.wait_for_function("document.querySelectorAll('.cm-tooltip-autocomplete li').length > 1")
    assert any(text.startswith("basic") for text in options.all_text_contents())


def test_changes_are_listed_until_ctrl_s_saves_them(page, mine):
    change_points(page, "2")
    wait_for_state(page, "Not saved")
    open_tab(page, "Changes")
    page.locator(".diff .added", has_text="points: 12").wait_for()
    assert page.locator(".diff .removed", has_text="points: 1").count() == 1
    assert "nl: +12 ★" in page.locator(".words").text_content()
    page.locator(".cm-content").press("Control+s")
    wait_for_state(page, "Saved")
    assert mine.read_text("utf-8") == BASE.replace(POINTS, "flat: {points: 12}", 1)
    page.get_by_text("Nothing has changed.").wait_for()


def test_a_conflict_shows_both_texts_and_either_can_be_taken_also_later(page, mine):
    theirs = BASE.replace("Guitarist", "Lutist")
    change_points(page, "2")
    wait_for_state(page, "Not saved")
    mine.write_text(theirs, "utf-8")
    page.locator(".cm-content").press("Control+s")
    dialog = page.get_by_role("dialog")
    dialog.locator(".cm-line", has_text="points: 12").wait_for()
    assert dialog.locator(".cm-line", has_text="Lutist").count() == 1
    page.keyboard.press("Escape")
    assert mine.read_text("utf-8") == theirs
    page.keyboard.press("Control+s")
    dialog.get_by_role("button", name="Save mine").click()
    wait_for_state(page, "Saved")
    assert mine.read_text("utf-8") == BASE.replace(POINTS, "flat: {points: 12}", 1)
    mine.unlink()  # where nothing was edited
    wait_for_state(page, "Deleted on disk")
    mine.write_text(theirs, "utf-8")
    wait_for_state(page, "Changed on disk")
    page.get_by_role("button", name="Load from disk").click()
    page.locator(".cm-line", has_text="Lutist").first.wait_for()
    assert page.locator(".outside").is_hidden()
    wait_for_state(page, "Saved")
    page.locator(".toolbar summary").press("Enter")
    page.get_by_role("button", name="Versions").click()
    dialog.locator(".cm-line", has_text="points: 12").wait_for()
    assert dialog.locator("option").count() == 2, "that which was saved, and the first"
    dialog.get_by_role("button", name="Take this version").click()
    wait_for_state(page, "Not saved")
    page.get_by_role("button", name="Discard changes").click()
    page.locator(".cm-content .cm-line", has_text="Lutist").first.wait_for()
    wait_for_state(page, "Saved")


def test_an_own_set_from_its_beginning_to_its_end(page, sets, mine):
    page.locator(".toolbar details").evaluate("details => (details.open = true)")
    page.route("**/api/files", lambda route: (page.wait_for_timeout(200), route.continue_()))
    for button, name in (("New set", "empty"), ("Rename", "fuller")):
        page.get_by_role("button", name=button).click()
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("dialog").get_by_role("button", name=button).click()
        page.locator(f"h1[title='magnetmen/{name}.yaml']").wait_for()
        assert not page.get_by_role("dialog").count(), "it would take what is typed next"
    page.unroute_all()
    file = sets / "magnetmen/fuller.yaml"
    assert not file.with_stem("empty").exists()
    assert file.read_text("utf-8").startswith('title: {en: "New set", de: "New set"')
    page.locator(".cm-content").press("Control+a")
    page.keyboard.type("mine")
    wait_for_state(page, "Not saved")
    file.unlink()
    page.get_by_text("was deleted on disk").wait_for()
    page.locator(f"button[title='magnetmen/{mine.name}']").click()
    page.locator("button[title='magnetmen/fuller.yaml']").click()
    page.locator(".cm-content .cm-line", has_text="mine").wait_for()
    page.get_by_role("button", name="Save mine").click()
    wait_for_state(page, "Saved")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").click()
    page.locator("button[title='magnetmen/fuller.yaml']").wait_for(state="detached")
    assert not file.exists()


def test_a_browser_that_is_opened_again_finds_its_work(page, studio, mine):
    """Also what the server never got."""
    page.get_by_label("Seed", exact=True).fill("sunday")
    change_points(page, "2")
    page.locator(".game-id", has_text="sunday").wait_for()
    open_tab(page, "Changes")
    page.route("**/api/put_draft", lambda route: route.abort())
    go_behind(page, "points: 12")
    page.keyboard.type(" # typed in vain")
    page.get_by_text("server does not answer").wait_for()
    questions = []
    page.once("dialog", lambda dialog: (questions.append(dialog.type), dialog.accept()))
    page.goto("about:blank")
    assert questions == ["beforeunload"]
    page.unroute_all()
    changed = mine.read_text("utf-8") + "# later\n"
    mine.write_text(changed, "utf-8")
    page.goto(studio.address)
    page.get_by_text("Restored from this browser").wait_for()
    page.locator(".cm-line", has_text="points: 12").get_by_text("# typed in vain").wait_for()
    assert page.locator(".file-list [aria-current]").get_attribute("title").endswith(mine.name)
    assert page.get_by_role("tab", name="Changes").get_attribute("aria-selected") == "true"
    assert page.locator(".outside").is_visible(), "it changed while no browser was open"
    open_tab(page, "Sheets")
    assert page.get_by_label("Seed", exact=True).input_value() == "sunday"
    assert mine.read_text("utf-8") == changed


def test_tabs_share_one_stream_and_what_is_typed(page, studio, mine):
    """A browser has six connections to a host. A save without an answer says so."""
    other, streams = page.context.new_page(), []
    other.on("request", lambda request: "/events" in request.url and streams.append(request))
    other.goto(studio.address)
    other.locator(f"h1[title='magnetmen/{mine.name}']").wait_for()
    change_points(page, "2")
    other.locator(".cm-line", has_text="points: 12").wait_for()
    other.evaluate("const own = AbortSignal.timeout(200); AbortSignal.timeout = () => own")
    other.route("**/api/save", lambda _: None)
    other.locator(".cm-content").press("Control+s")
    other.get_by_text("Not saved. The studio's server does not answer.").wait_for()
    page.locator(".cm-content").press("Control+s")
    wait_for_state(other, "Saved")
    (mine.parent / "late.yaml").write_text(BASE, "utf-8")
    other.locator("button[title='magnetmen/late.yaml']").wait_for()
    assert not streams
    other.close()


def test_a_shipped_set_is_duplicated_and_downloaded(page, sets, mine):
    page.locator("button[title='shipped/magnetmen/expert.yaml']").click()
    wait_for_state(page, "Built-in, read-only")
    page.get_by_role("button", name="Duplicate this set").click()
    page.get_by_label("Name").fill(mine.stem)
    page.get_by_role("dialog").get_by_role("button", name="Duplicate").click()
    page.get_by_role("alert").filter(has_text=mine.stem).wait_for()
    page.get_by_label("Name").fill("my_experts")
    page.get_by_label("Title").fill("My own experts")
    page.get_by_role("dialog").get_by_role("button", name="Duplicate").click()
    page.locator("h1[title='magnetmen/my_experts.yaml']").wait_for()
    copy = (sets / "magnetmen" / "my_experts.yaml").read_text("utf-8")
    assert 'title: {en: "My own experts", de: "My own experts"' in copy
    with page.expect_download() as download:
        page.get_by_role("button", name="Download zip").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert any(name.endswith("my_experts.yaml") for name in archive.namelist())


def test_the_file_that_was_clicked_last_is_open_however_late_another_comes(page):
    late = []
    page.route("**/api/file?path=*expert.yaml", lambda route: late.append(route))
    with page.expect_request("**/api/file?path=*expert.yaml"):
        page.locator("button[title='shipped/magnetmen/expert.yaml']").click()
    page.locator("button[title='shipped/magnetmen/advanced.yaml']").click()
    page.locator(".game-id", has_text="advanced").wait_for()
    with page.expect_response("**/api/file?path=*expert.yaml"):
        late[0].continue_()
    page.unroute_all()
    page.wait_for_timeout(200)
    assert "advanced" in page.locator(".game-id").text_content()


def test_a_dropped_picture_becomes_a_type(page, sets):
    page.evaluate(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "Round Ring.svg", { type: "image/svg+xml" }));
            const event = { dataTransfer: transfer, bubbles: true, cancelable: true };
            document.querySelector(".cm-content").dispatchEvent(new DragEvent("drop", event));
        }""",
        PICTURE,
    )
    name = page.get_by_label("Name")
    assert name.input_value() == "round_ring"
    name.fill("Ring 2")
    refusal = "input => input.matches(':invalid') && input.title"
    assert name.evaluate(refusal).startswith("Lowercase")
    name.fill("round_ring")
    page.get_by_role("button", name="Add type").click()
    page.locator(".cm-line", has_text="round_ring:").wait_for()
    wait_for_state(page, "Not saved")
    page.wait_for_timeout(500)
    assert page.locator(".cm-lintRange-error").count() == 0
    assert (sets / "magnetmen/assets/magnetmen/round_ring.svg").read_text("utf-8") == PICTURE


def test_statistics_run_in_the_background(page):
    open_tab(page, "Statistics")
    panel = page.locator("#panel-statistics")
    panel.get_by_role("button", name="Start").click()
    panel.get_by_role("button", name="Cancel").click()
    panel.get_by_text("Cancelled.").wait_for()
    panel.get_by_role("button", name="Start").click()
    report = page.frame_locator("#panel-statistics iframe")
    report.locator("h1", has_text="Statistics").wait_for()
    report.locator("td i").first.wait_for()
    fits = "() => document.documentElement.scrollWidth <= innerWidth"
    assert report.locator("body").evaluate(fits) and page.evaluate(fits)
    with page.expect_download() as download:
        panel.get_by_role("button", name="Download report").click()
    assert download.value.suggested_filename == "statistics.html"
    assert "<h1>" in Path(download.value.path()).read_text("utf-8")
    change_points(page, "2")
    panel.get_by_text("from before this edit").wait_for()
    page.locator("button[title='shipped/magnetmen/base.yaml']").click()
    panel.locator("iframe").wait_for(state="detached")
    assert panel.locator(".job").text_content() == ""


def test_axe_finds_nothing_serious(page):
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run `npm ci` in generator/web/frontend")
    page.add_script_tag(content=AXE.read_text("utf-8"))
    for colours, width in (("light", 768), ("dark", 390)):
        page.emulate_media(color_scheme=colours)
        page.set_viewport_size({"width": width, "height": 900})
        if width < 700:
            page.get_by_role("link", name="Results").click()
        for name in ("Legend", "Problems", "Statistics", "Playtest", "Changes", "Help", "Sheets"):
            open_tab(page, name)
            page.wait_for_timeout(100)
            part = "document" if name == "Sheets" else f"'#panel-{name.lower()}'"
            assert serious(page, part) == [], (colours, width, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".viewer-bar button").first.bounding_box()["width"] == 40
    page.emulate_media(color_scheme="null")
    page.set_viewport_size(WIDE)


def serious(page, part="document"):
    violations = page.evaluate(f"axe.run({part}).then((result) => result.violations)")
    bad = [each for each in violations if each["impact"] in ("serious", "critical")]
    return [(each["id"], [node["target"] for node in each["nodes"]]) for each in bad]


def test_files_text_and_tabs_are_walked_by_keyboard(page):
    """The list of files is drawn anew, and keeps the focus. Tab indents, until Escape frees it."""
    go_behind(page, "rules: basic")
    for key, line in (("Tab", "  rules: basic"), ("Shift+Tab", "rules: basic")):
        page.keyboard.press(key)
        assert page.locator(".cm-activeLine").text_content() == line
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    page.locator(".middle :is(button, summary):focus").wait_for()
    page.locator("button[title='shipped/magnetmen/expert.yaml']").focus()
    page.keyboard.press("Enter")
    wait_for_state(page, "Built-in, read-only")
    page.locator("[aria-current][title='shipped/magnetmen/expert.yaml']:focus").wait_for()
    page.locator("button[title='shipped/magnetmen/base.yaml']").click()
    page.get_by_role("tab", name="Sheets").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("[role=tab]:focus").text_content() == "Legend"
    page.locator(".legend .type", has_text="Guitarist").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert page.locator("[role=tab]:focus").text_content() == "Sheets"
