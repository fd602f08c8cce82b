"""The version that a study is compared with: older sets, or the default readings of the rules.

Input: the value of --against, a study. Output: the study of the older version.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from generator.core.errors import OptionError, RevisionError
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.playtest.study import Study
from generator.games.magnetmen.simulation.readings import Options
from generator.schema.git_files import committed_file
from generator.schema.staging import ART, yaml_data

DEFAULT_READINGS = "usual"
"""The value of --against that compares other readings with the default ones."""


@contextmanager
def baseline_study(against: str, study: Study) -> Iterator[Study]:
    """The same study of an older version: a folder with sets, a revision of git that has the files
    of the sets, or DEFAULT_READINGS. Raises OptionError, DefinitionError."""
    folder = Path(os.path.expanduser(against))  # Path.expanduser would raise for ~nobody
    if against == DEFAULT_READINGS:
        if study.options == Options():
            raise OptionError(
                "--against usual compares readings of the rules, name some by --option"
            )
        yield replace(study, options=Options())
    elif folder.is_dir():
        _check_folder(against, folder, study.sets)
        yield replace(study, folders=(folder.absolute(), *study.folders))
    else:
        with tempfile.TemporaryDirectory() as name:
            older_sets = Path(name).resolve()
            _extract(against, study, older_sets)
            yield replace(study, folders=(older_sets, *study.folders))


def _check_folder(against: str, folder: Path, sets: Sequence[str]) -> None:
    """Refuse a folder without any of the sets: they would be compared with themselves."""
    places = (folder / CATALOGUE.game, folder)
    if not any((place / f"{name}.yaml").is_file() for place in places for name in sets):
        names = ", ".join(f"{name}.yaml" for name in sets)
        raise OptionError(f"--against {against!r}: this folder has no {names}")


def _extract(revision: str, study: Study, folder: Path) -> None:
    """Write the sets as they were in a revision, and the files beside them, to a folder."""
    companions = (ART, f"{CATALOGUE.common}.yaml")
    for name in study.sets:
        path = CATALOGUE.find(name, study.folders)
        try:
            version = committed_file(revision, f"./{path.name}", path.absolute().parent, companions)
            yaml_data(version.content, version.label)  # raises for a file that cannot be read
        except RevisionError as error:
            words = "expected a folder with older sets, a revision of git, or usual"
            raise OptionError(f"--against {revision!r}: {words}; {error}") from None
        for file, content in {**version.companions, f"{name}.yaml": version.content}.items():
            target = folder / CATALOGUE.game / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
