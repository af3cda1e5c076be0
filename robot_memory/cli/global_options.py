"""Options that every verb understands, and every subcommand of a verb.

See docs/reference/command-line.md, "Options of every command".
"""

from __future__ import annotations

import argparse


def global_options() -> argparse.ArgumentParser:
    """Return a parent parser; an option that was not given is no attribute."""
    parser = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    parser.add_argument("--home", metavar="DIR", help="memory home [$ROBOT_MEMORY_HOME]")
    parser.add_argument("--now", metavar="TIME", help="pretend that it is now (ISO 8601, UTC)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser
