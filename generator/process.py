"""What a process of this program sets up, best before most is imported.

Output: Python's collector and pydantic as this program wants them.
"""

import gc
import os


def set_up() -> None:
    """For a process that does nothing else."""
    # A run makes millions of values and hardly a cycle: looking for garbage takes a tenth of it.
    gc.set_threshold(200_000, 20, 20)
    # Looking for plugins takes time, and what else is installed must not change what is read.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
