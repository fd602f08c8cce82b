"""What commands refuse, for tests."""

from pathlib import Path

from typer.testing import Result


def assert_refused(result: Result, code: int, message: str, folder: Path) -> None:
    """The exit code and message of a command that wrote nothing to a folder."""
    assert result.exit_code == code
    assert message in result.stderr
    assert not list(folder.iterdir())
