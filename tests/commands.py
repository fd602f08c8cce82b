"""The command line for tests of what it does."""

import json
from pathlib import Path

from click.testing import CliRunner
from support import DATA, at_once

from generator.cli.app import app

BOARDS = ["batch", "--size", "small", "--players", "2", "--jobs", "1"]
QUICK = ["--sets-dir", str(DATA / "quick")]  # goals that take next to no games


def typed(*words: str):
    """What a command does as it is typed."""
    return CliRunner().invoke(app, words, prog_name="board-generator")


def typed_lines(*words: str) -> list[str]:
    result = typed(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def run(*words: str):
    """The same without the playtest that it takes seconds for."""
    return typed(*at_once(*words))


def output_lines(*words: str) -> list[str]:
    return typed_lines(*at_once(*words))


def run_played(*words: str):
    """The same with a short playtest."""
    return typed(*words, *QUICK)


def played_lines(*words: str) -> list[str]:
    return typed_lines(*words, *QUICK)


def ids(manifest: str) -> list[str]:
    lines = Path(manifest).read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["id"] for line in lines]
