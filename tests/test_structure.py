"""The structure of the code: import-linter holds the layers, these the rest (CONTRIBUTING.md)."""

import re
from pathlib import Path

import grimp
import pytest

import generator
from generator import games

PACKAGE = Path(generator.__file__).parent


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("generator", cache_dir=None)


def test_no_file_imports_itself_in_a_circle(graph):
    """Imports inside functions and those for types count, too."""
    upstream = {module: graph.find_upstream_modules(module) for module in graph.modules}
    circles = [
        (module, imported)
        for module in sorted(graph.modules)
        for imported in graph.find_modules_directly_imported_by(module)
        if module in upstream[imported]
    ]
    assert not circles


@pytest.mark.parametrize("game", games.names())
def test_nothing_outside_its_folder_names_a_game(game):
    """Only the default game of the command line is named, once."""
    mentions = [
        f"{path.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[:2] != ("games", game)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(rf"generator\.games\.{game}\b|[\"']{game}[\"']", line)
        and "DEFAULT_GAME = " not in line
    ]
    assert not mentions


def test_nothing_is_kept_from_the_formatter():
    folders = [PACKAGE.parent / name for name in ("generator", "tests", "benchmarks")]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    assert not [path for path in paths if re.search(r"fmt: ?(skip|off)", path.read_text("utf-8"))]
