"""The test files that changes since the last commit touch, for `make test-changed`.

Changed code touches what imports it, directly or through other modules of the program, and the
tests that import any of these. A module that is named only as text ("sheets:pages") counts as
imported by its package. Other files (sets, art, wording) touch the tests of their game, by name.
"""

import re
import subprocess
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
ALWAYS = ["tests/test_structure.py", "tests/test_golden_sheets.py"]
NAMED_MODULE = re.compile(r"\bfrom ([\w.]+) import ([^\n(]+|\([^)]+\))|\bimport ([\w.]+)")


def changed_files() -> list[Path]:
    """What differs from the last commit or is not in it, relative to the root."""
    commands = ["diff --name-only HEAD", "ls-files --others --exclude-standard"]
    names = (
        subprocess.run(["git", *words.split()], cwd=ROOT, capture_output=True, text=True).stdout
        for words in commands
    )
    return [Path(line) for text in names for line in text.splitlines()]


def imports(path: Path) -> set[str]:
    """The names of the modules, and of what may be modules, that a file imports."""
    found: set[str] = set()
    for package, names, module in NAMED_MODULE.findall(path.read_text(encoding="utf-8")):
        found.add(package or module)
        found |= {f"{package}.{name}" for name in re.findall(r"\w+", names)}
    return found


def touched_modules(changed: list[Path]) -> set[str]:
    """The modules of the program that are changed or import what is, and those of the tests."""
    graph = grimp.build_graph("generator", cache_dir=None)
    touched: set[str] = set()
    for path in changed:
        if path.suffix != ".py" or path.parts[0] != "generator":
            continue
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        packages = [module, module.rpartition(".")[0]]
        if path.parts[1] == "games" and len(path.parts) > 3:
            packages.append(".".join(path.parts[:3]))
        for name in packages:
            if name in graph.modules:
                touched |= {name, *graph.find_downstream_modules(name)}
    return touched


def touched_tests(changed: list[Path]) -> list[str]:
    touched = touched_modules(changed)
    games = {part for path in changed if path.suffix != ".py" for part in (*path.parts, path.stem)}
    touched |= {path.stem for path in changed if path.parts[0] == "tests"}  # helpers of tests
    tests = [path.relative_to(ROOT) for path in sorted(ROOT.glob("tests/**/test_*.py"))]
    return [
        path.as_posix()
        for path in tests
        if path in changed or imports(ROOT / path) & touched or games & {*path.parts[1:-1]}
    ]


if __name__ == "__main__":
    files = changed_files()
    print(*dict.fromkeys([*ALWAYS, *touched_tests(files)] if files else []))
