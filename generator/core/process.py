"""What a process of this program sets up, best before most is imported.

Output: Python's collector and pydantic as this program wants them; how many cores there are.
"""

import gc
import os


def set_up() -> None:
    """For a process that does nothing else."""
    # A run makes millions of values and hardly a cycle: looking for garbage takes a tenth of it.
    gc.set_threshold(200_000, 20, 20)
    # Looking for plugins takes time, and what else is installed must not change what is read.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
