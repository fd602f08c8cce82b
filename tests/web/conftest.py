"""The page of a studio without a browser."""

import pytest
from web.studio.studios import MINE, open_client, write


@pytest.fixture
def client(tmp_path):
    """The page of a studio that has one set, as it is when the browser has loaded it."""
    write(tmp_path, MINE)
    with open_client(tmp_path) as client:
        yield client
