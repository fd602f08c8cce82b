"""docs/options.md: all commands with their options, generated from the command line itself."""

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

_HEAD = """\
# All options

`make schema` writes this page from the program. `board-generator COMMAND --help` shows the same.
"""


def page(group: object) -> str:
    """The page in Markdown, with a section for each command of the program."""
    assert isinstance(group, TyperGroup), "the program has several commands"
    commands = (command for _, command in sorted(group.commands.items()))
    return "\n".join(
        [_HEAD, *(_section(each) for each in commands if isinstance(each, TyperCommand))]
    )


def _section(command: TyperCommand) -> str:
    """A command: what it does, its arguments and options."""
    lines = [f"## {command.name}", "", " ".join((command.help or "").split()), ""]
    rows = [_row(each) for each in command.params if isinstance(each, TyperArgument | TyperOption)]
    return "\n".join([*lines, "| option | meaning |", "|---|---|", *rows, ""])


def _row(parameter: TyperArgument | TyperOption) -> str:
    text = (parameter.help or "").replace("|", "\\|")
    if _has_default_to_show(parameter, text):
        text = f"{text} [default: {parameter.default}]"
    return f"| `{_name(parameter)}` | {text} |"


def _name(parameter: TyperArgument | TyperOption) -> str:
    if isinstance(parameter, TyperArgument):
        return parameter.metavar or str(parameter.name).upper()
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    return f"{names} {parameter.metavar}" if parameter.metavar else names


def _has_default_to_show(parameter: TyperArgument | TyperOption, text: str) -> bool:
    return "[default:" not in text and parameter.default not in (None, True, False, "", [], ())
