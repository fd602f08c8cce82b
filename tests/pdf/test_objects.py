"""The file around the objects, read back by a strict reader."""

import io

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from short_run import budget

from generator.pdf.file import FileWriter, stream

OBJECTS = st.lists(st.one_of(st.integers(0, 10**6), st.binary(max_size=40)), max_size=500)


def write_objects(objects) -> bytes:
    """A file of numbers, in object streams, and of streams, from object 3 onward."""
    file = FileWriter()
    file.add(b"<< /Type /Catalog /Pages 2 0 R >>")
    file.add(b"<< /Type /Pages /Count 0 /Kids [ ] >>")
    for value in objects:
        file.add(stream("/Kept true", value) if isinstance(value, bytes) else b"%d" % value)
    return file.finish(1, file.add(b"<< /Title (t) >>"))


@settings(max_examples=budget(40))
@given(OBJECTS)
def test_every_object_is_found_at_its_number(objects):
    with pikepdf.open(io.BytesIO(write_objects(objects))) as file:
        assert file.check_pdf_syntax() == []
        assert file.docinfo.Title == "t"
        for number, value in enumerate(objects, 3):
            found_object = file.get_object(number, 0)
            if isinstance(value, bytes):
                assert (found_object.read_bytes(), bool(found_object.Kept)) == (value, True)
            else:
                assert found_object == value


@pytest.mark.parametrize("count", [0, 197, 198, 397, 398])
def test_object_streams_are_full_or_the_last(count):
    """Three objects are there besides; 200 fill a stream."""
    with pikepdf.open(io.BytesIO(write_objects(range(count)))) as file:
        streams = [item for item in file.objects if isinstance(item, pikepdf.Stream)]
        packed = [item for item in streams if item.get("/Type") == "/ObjStm"]
        assert [item.N for item in packed[:-1]] == [200] * (len(packed) - 1)
        assert sum(item.N for item in packed) == count + 3


def test_order_of_adding_does_not_matter_to_a_reader():
    file = FileWriter()
    root = file.new_number()
    pages = file.add(b"<< /Type /Pages /Count 0 /Kids [ ] >>")
    info = file.add(b"<< /Title (late) >>")
    file.add(b"<< /Type /Catalog /Pages %d 0 R >>" % pages, root)
    with pikepdf.open(io.BytesIO(file.finish(root, info))) as document:
        assert document.docinfo.Title == "late"
        assert len(document.pages) == 0


def test_a_stream_may_stay_readable():
    body = stream("/Type /Metadata", b"plain text", compressed=False)
    assert body == b"<< /Type /Metadata /Length 10 >>\nstream\nplain text\nendstream"
