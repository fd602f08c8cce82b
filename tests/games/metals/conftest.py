"""Fixtures of Metals."""

import pytest
from games.metals.pictures import shipped_definition


@pytest.fixture
def figures():
    """The figures of the shipped set."""
    return shipped_definition().figures
