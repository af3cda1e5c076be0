"""Entry point of ``robot-memory``."""

from __future__ import annotations

import argparse
import logging
import os
import sqlite3
import sys
from collections.abc import Sequence

from robot_memory.faces.cli.open_memory import NotStored, StoredLate
from robot_memory.faces.cli.terminal_stream import TerminalStream, TextStyle, harmless_output
from robot_memory.faces.cli.verb_parsers import (
    EXIT_STATUS,
    SuggestingParser,
    add_global_options,
    add_verbs,
)
from robot_memory.foundation.errors import RobotMemoryError, UnknownEntry
from robot_memory.foundation.home import find_home
from robot_memory.foundation.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    words = typed_words()
    if words is not None:
        import argcomplete

        argcomplete.autocomplete(_parser(words))  # prints completions for the shell, and exits
    with harmless_output():
        given = _with_verb(sys.argv[1:] if arguments is None else arguments)
        return run_parsed(_parser(given).parse_args(given))


def typed_words() -> Sequence[str] | None:
    """Return the words typed so far, if a shell asks for completion; else None.

    argcomplete's scripts set these variables.
    """
    if "_ARGCOMPLETE" not in os.environ:
        return None
    return os.environ.get("COMP_LINE", "").split()


def _with_verb(words: Sequence[str]) -> Sequence[str]:
    """Return a command line with its verb; the default verb is ``status``."""
    if words and not words[0].startswith("-"):
        return words
    options = argparse.ArgumentParser(prog="robot-memory", add_help=False)
    add_global_options(options)
    rest = options.parse_known_args(words)[1]
    return words if rest else [*words, "status"]


def _words_of(error: OSError) -> str:
    if error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return error.strerror or str(error) or type(error).__name__


def run_parsed(args: argparse.Namespace) -> int:
    """Run the parsed verb, report errors, and return the exit status."""
    logging.basicConfig(format="%(levelname)s: %(message)s", stream=sys.stderr)
    try:
        status: int = args.run(args)
        _flush()
    except BrokenPipeError:
        # The reader has closed the pipe, as in `robot-memory show | head`: this is no error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except StoredLate as late:
        print(f"robot-memory: {late}", file=sys.stderr)
        return 0
    except UnknownEntry as error:
        return fail(
            f"{error}; `robot-memory show --all` lists the ids there are, and "
            "robot-memory.archive.md has those of what was forgotten"
        )
    except (RobotMemoryError, NotStored) as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{_words_of(error)}; what was stored before is kept")
    except sqlite3.Error as error:
        home = find_home(Settings(home=getattr(args, "home", ""))).folder
        return fail(
            f"a database in {home} cannot be read or written ({error}); what was stored before is "
            "kept: is the disk full, or read-only? `robot-memory show` tells what is there"
        )
    return status


def _flush() -> None:
    """Flush the answer; an error on failure says that the command itself succeeded."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        what = f"the answer could not be written ({error.strerror})"
        raise RobotMemoryError(f"{what}; the command itself succeeded") from error


def fail(message: str) -> int:
    """Print why the command failed, and return the exit status."""
    if isinstance(sys.stderr, TerminalStream):
        sys.stderr.write_styled("robot-memory:", TextStyle.RED)
        print(f" {message}", file=sys.stderr)
    else:
        print(f"robot-memory: {message}", file=sys.stderr)
    return 2


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = SuggestingParser(
        prog="robot-memory",
        description="What a robot remembers of itself and its surroundings.",
        epilog=EXIT_STATUS,
    )
    add_verbs(parser, words)
    return parser


if __name__ == "__main__":
    sys.exit(main())
