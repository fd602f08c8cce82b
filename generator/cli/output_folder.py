"""The option --output of commands that write many files."""

from pathlib import Path

from generator.cli import options


def checked_folder(output: Path) -> Path:
    """The folder for many files."""
    folder = options.checked_output(output)
    if folder.suffix.lower() == ".pdf" or folder.is_file():
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, there are many files")
    return folder
