"""The program as an installed wheel, in an empty folder; and that the documents are true."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import click
import pytest
from commands import typed, typed_lines

import generator
from generator.authoring.validate import FILE_KINDS
from generator.cli.app import app
from generator.languages import languages

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "assets" / "README.md"])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = "-m pip wheel -q --no-deps --no-build-isolation -w"
    subprocess.run([sys.executable, *build.split(), str(folder), str(ROOT)], check=True)
    return next(folder.glob("*.whl"))


@pytest.mark.process
@pytest.mark.slow
def test_sets_art_and_wording_travel_in_the_wheel(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("sets", "assets"):
        for path in (ROOT / folder).rglob("*.*"):
            assert f"generator/_data/{path.relative_to(ROOT).as_posix()}" in names
    assert "generator/languages/fr/magnetmen.yaml" in names
    for kind in FILE_KINDS:
        examples = (path for path in kind.examples if path.is_relative_to(ROOT / "generator"))
        assert all(path.relative_to(ROOT).as_posix() in names for path in examples)
    assert not any(name.startswith("tests") for name in names)


@pytest.mark.process
@pytest.mark.slow
def test_the_wheel_prints_the_same_board_in_an_empty_folder(wheel, tmp_path):
    """Installed into an environment that sees this one's libraries, but not this checkout."""
    venv.create(tmp_path / "env", system_site_packages=False, with_pip=False)
    python = next((tmp_path / "env").glob("[bS]*/python*"))
    site = next((tmp_path / "env").rglob("site-packages"))
    zipfile.ZipFile(wheel).extractall(site)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (site / "libraries.pth").write_text("\n".join(libraries))
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    work = tmp_path / "work"
    work.mkdir()
    options = {"cwd": work, "env": environment, "capture_output": True, "check": True}
    code = "import generator, sys; sys.stdout.write(generator.__file__)"
    assert str(site) in subprocess.run([python, "-c", code], text=True, **options).stdout
    words = ["boards", "--seed", "wheel", "--set", "expert", "--no-playtest"]
    subprocess.run([python, "-m", "generator", *words], **options)
    (path,) = (work / "output").glob("*.pdf")
    typed_lines(*words, "--output", str(tmp_path / "here.pdf"))
    assert path.read_bytes() == (tmp_path / "here.pdf").read_bytes()


def test_versions_pins_and_locks_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == generator.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[({generator.__version__}|Unreleased)\]", changelog, re.MULTILINE)
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    assert {pin for pin in project["dependencies"] if "==" in pin} <= {*locked}


def test_documents_have_every_command_and_no_option_that_is_not_there():
    names = app.list_commands(click.Context(app))
    options = {
        option
        for name in names
        for option in re.findall(r"(--[a-z][a-z-]+)", typed(name, "--help").stdout)
    }
    texts = {path.name: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    for name, text in texts.items():
        for option in re.findall(r"`(--[a-z-]+)", text):
            assert option in options, f"{name} names {option}, which no command has"
    whole = "".join(text for name, text in texts.items() if name != "CHANGELOG.md")
    for name in names:
        is_explained = re.search(rf"(make|board-generator) {name}\b", whole)
        assert is_explained, f"docs: explain the command {name}, if it prints in docs/playing.md"


def test_a_document_names_every_language():
    text = (ROOT / "docs" / "playing.md").read_text("utf-8")
    for code in languages():
        assert f"`{code}`" in text, f"docs/playing.md: add `{code}` to the option --language"


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_hands_options_on_and_refuses_others():
    def make(*words):
        # As from a shell, also where make runs these tests.
        shell = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        command = ["make", "-n", *words]
        return subprocess.run(command, cwd=ROOT, env=shell, capture_output=True, text=True)

    values = ["SET=base expert", "SIZE=big", "SEED=Grandma's 70th", "N=2", "ARGS=--ink low"]
    for target, command in (["boards"], "boards"), (["boards", "GAME=metals"], "metals"):
        ran = make(*target, *values).stdout.splitlines()[-1].split(None, 1)[-1]
        words = '--set base --set expert --size big --seed "$SEED" --count 2 --ink low'
        assert ran.split() == [command, *words.split()]
    assert "playtest --game quads --set lots " in make("playtest", "GAME=quads", "SET=lots").stdout
    result = make("boards", "PAPER=letter")
    assert result.returncode == 2
    assert "PAPER: expected PYTHON GAME SET SIZE PLAYERS SEED N OUT ARGS" in result.stderr


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_in_documents_lead_somewhere(path):
    for target, anchor in re.findall(
        r"\]\((?!http)([^)#]*)(?:#([^)]+))?\)", path.read_text("utf-8")
    ):
        page = path.parent / target if target else path
        assert page.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
            words = (re.sub(r"[^a-z0-9 -]", "", title.lower()) for title in titles)
            assert anchor in [each.replace(" ", "-") for each in words], f"{target}#{anchor}"


def test_the_readme_lists_every_document():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [path.name for path in DOCUMENTS if path.stem != "README"]
    assert [name for name in names if name not in readme] == []


def test_files_named_in_the_guide_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"`([a-z_/]+\.(?:py|ts))\b", text)):
        assert (ROOT / name).exists() or list((ROOT / "generator").glob(f"**/{name}")), name
