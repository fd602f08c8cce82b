"""Compile kernels with numba (the extra `fast`), which has no types to check.

Entry functions take each record as a pointer, each array as a pointer and a length.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from inspect import isfunction
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy
from numba import types
from numba.np.numpy_support import from_dtype

from generator.simulation.kernel import Field, ObjectCode, layout

NUMBER = types.int64
"""The type of a whole number that an entry function takes."""


def pointer(target: Any) -> Any:
    return types.CPointer(target)  # type: ignore[no-untyped-call]  # numba has no types


NUMBERS = (pointer(NUMBER), NUMBER)
"""The types of an array of whole numbers and its length."""


def record_pointer(record: type) -> Any:
    """The type of a pointer to a record in the layout of kernel.py."""
    return pointer(from_dtype(numpy.dtype([_field_dtype(field) for field in layout(record)])))


def _field_dtype(field: Field) -> tuple[Any, ...]:
    name, length = field
    if length is None:
        return name, numpy.int64
    if length.words == 1:
        return name, numpy.int64, (length.entries,)
    return name, numpy.uint64, (length.entries, length.words)


def jit_functions(
    modules: Sequence[ModuleType], replacements: Sequence[FunctionType] = ()
) -> dict[str, Any]:
    """The functions of a kernel by name, which numba compiles when they are first called.
    Replacements are compiled instead of the functions of the same names.

    A function called in one place only is inlined there: LLVM would otherwise optimise it by
    itself and again at every level above."""
    # Vectors would slow down loops as short as these. numba sets its options at run time.
    numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]
    names: dict[str, Any] = {"numpy": numpy}
    for module in modules:
        names |= {key: value for key, value in vars(module).items() if isinstance(value, int)}
    functions = list(_functions(modules, {function.__name__ for function in replacements}))
    callers = Counter(name for function in functions for name in function.__code__.co_names)
    for function in (*functions, *replacements):
        code, defaults = function.__code__, function.__defaults__
        copy = FunctionType(code, names, function.__name__, defaults)
        copy.__module__, copy.__qualname__ = __name__, f"kernel.{function.__name__}"
        inline = "always" if callers[function.__name__] == 1 else "never"
        names[function.__name__] = _njit(inline=inline)(copy)
    return names


def _functions(modules: Sequence[ModuleType], replaced: set[str]) -> Iterator[FunctionType]:
    for module in modules:
        for name, value in vars(module).items():
            if isfunction(value) and value.__module__ == module.__name__ and name not in replaced:
                yield value


def _njit(*signature: Any, **options: Any) -> Any:
    """numba.njit with the options of all functions, some of which its stubs do not know."""
    options |= {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(*signature, **options)


def object_code(entry: Callable[..., None], arguments: tuple[Any, ...]) -> ObjectCode:
    """Compile an entry function, which takes arguments of these types, with all that it calls."""
    dispatcher = _njit(types.void(*arguments))(entry)
    result = dispatcher.overloads[arguments]
    # The method of numba that gives machine code as bytes; there is no public one.
    _, _, (content, _) = result.library.serialize_using_object_code()
    return ObjectCode(result.fndesc.llvm_func_name, content)
