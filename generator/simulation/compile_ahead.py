"""Compile a kernel ahead of its first use, so that later runs find it in the cache."""

from importlib.util import find_spec

from generator.simulation.kernel import KernelSource


def notice(source: KernelSource) -> str:
    """A notice for people who wait for a playtest; "" if it takes seconds."""
    if not find_spec("numba"):
        return (
            f"playing the {source.subject} to judge it; this takes minutes, because numba is not "
            "installed\n(pip install numba makes it seconds, --no-playtest leaves it out)"
        )
    if _is_cached(source):
        return ""
    return f"compiling the rules engine (once, about {source.seconds} s)"


def prepare(source: KernelSource) -> None:
    """Compile a kernel for later runs, if that can be done and has not been done."""
    if find_spec("numba") and not _is_cached(source):
        from generator.simulation import machine_code

        machine_code.kernel(source)


def _is_cached(source: KernelSource) -> bool:
    from generator.simulation import machine_code

    return machine_code.is_cached(source)
