"""Outputs as plain data, and the paths they give."""

import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from generator.core.files import Output


def test_outputs_are_frozen_and_can_be_sent_to_other_processes():
    output = Output(
        Path("out"), "party.pdf", ("svg",), "both", "{seed}", ink_share=True, contact_sheet=True
    )
    assert pickle.loads(pickle.dumps(output)) == output
    with pytest.raises(FrozenInstanceError):
        output.pdfs = "each"


@pytest.mark.parametrize(
    ("path", "folder", "file_name", "stem", "result"),
    [
        ("out", "out", "", "", "out/board.pdf"),
        ("out/party.pdf", "out", "party.pdf", "party", "out/party.pdf"),
        ("party.PDF", ".", "party.PDF", "party", "party.PDF"),
        ("out/v1.2", "out/v1.2", "", "", "out/v1.2/board.pdf"),
    ],
)
def test_a_path_names_a_folder_or_a_file(path, folder, file_name, stem, result):
    output = Output.at(Path(path))
    assert (output.folder, output.file_name) == (Path(folder), file_name)
    assert output.stem == stem
    assert output.path("board") == Path(result)


@pytest.mark.parametrize(
    ("pdfs", "ink_share", "has_own_pdfs", "is_parallel"),
    [
        ("one", False, False, False),
        ("one", True, False, True),
        ("each", False, True, True),
        ("both", False, True, True),
    ],
)
def test_which_batches_need_several_workers(pdfs, ink_share, has_own_pdfs, is_parallel):
    output = Output(Path("out"), pdfs=pdfs, ink_share=ink_share)
    assert output.has_own_pdfs is has_own_pdfs
    assert output.is_parallel is is_parallel
