"""The set-up of a process of this program, and the number of its cores.

Set-up comes before most imports.
"""

import gc
import os


def set_up() -> None:
    """Sets up garbage collection and pydantic for a process that does nothing else."""
    # A run makes millions of values and hardly a cycle: collecting garbage takes a tenth of it.
    gc.set_threshold(200_000, 20, 20)
    # Looking for plugins takes time, and what else is installed must not change what is read.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
