"""What a workshop compares with: an older version of the sets, or rules as they are usually read.

Input: what is typed, what is asked. Output: what is asked of the older version.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from generator.core.errors import OptionError, RevisionError
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.playtest.study import Asked
from generator.games.magnetmen.simulation.readings import Options
from generator.schema.git_files import committed_file
from generator.schema.staging import ART, yaml_data

USUAL = "usual"


@contextmanager
def older(against: str, asked: Asked) -> Iterator[Asked]:
    """The same of the sets in a folder, or in a revision of git that has the files they are read
    from; USUAL: the same of the same sets, by the usual readings. Raises OptionError,
    DefinitionError."""
    folder = Path(os.path.expanduser(against))  # Path's own would raise of ~nobody
    if against == USUAL:
        if asked.options == Options():
            raise OptionError(
                "--against usual compares readings of the rules, name some by --option"
            )
        yield replace(asked, options=Options())
    elif folder.is_dir():
        _check(against, folder, asked.sets)
        yield replace(asked, folders=(folder.absolute(), *asked.folders))
    else:
        with tempfile.TemporaryDirectory() as name:
            place = Path(name).resolve()
            _unpack(against, asked.sets, asked.folders, place)
            yield replace(asked, folders=(place, *asked.folders))


def _check(against: str, folder: Path, sets: Sequence[str]) -> None:
    """Without any of the sets, the new ones would be compared with themselves."""
    places = (folder / CATALOGUE.game, folder)
    if not any((place / f"{name}.yaml").is_file() for place in places for name in sets):
        named = ", ".join(f"{name}.yaml" for name in sets)
        raise OptionError(f"--against {against!r}: this folder has no {named}")


def _unpack(revision: str, sets: Sequence[str], folders: Sequence[Path], place: Path) -> None:
    """The sets as they were in a revision, with what lay beside them."""
    companions = (ART, f"{CATALOGUE.common}.yaml")
    for name in sets:
        path = CATALOGUE.find(name, folders)
        try:
            version = committed_file(revision, f"./{path.name}", path.absolute().parent, companions)
            yaml_data(version.content, version.label)  # raises for a file that cannot be read
        except RevisionError as error:
            words = "expected a folder with older sets, a revision of git, or usual"
            raise OptionError(f"--against {revision!r}: {words}; {error}") from None
        for file, content in {**version.companions, f"{name}.yaml": version.content}.items():
            target = place / CATALOGUE.game / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
