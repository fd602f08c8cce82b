"""The command line for tests of what it does."""

import json
from pathlib import Path

from click.testing import CliRunner
from support import DATA, at_once

from generator.cli.app import app

BOARDS = ["batch", "--size", "small", "--players", "2", "--jobs", "1"]
QUICK = ["--sets-dir", str(DATA / "quick")]  # goals that take next to no games


def run(*words: str):
    return CliRunner().invoke(app, at_once(*words), prog_name="board-generator")


def output_lines(*words: str) -> list[str]:
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def run_played(*words: str):
    """The same where boards and maps are playtested."""
    return CliRunner().invoke(app, [*words, *QUICK], prog_name="board-generator")


def played_lines(*words: str) -> list[str]:
    result = run_played(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def ids(manifest: str) -> list[str]:
    lines = Path(manifest).read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["id"] for line in lines]
