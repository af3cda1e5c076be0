"""The option ``--source``: who makes a statement, a person or an agent."""

from __future__ import annotations

import argparse


def add_source(parser: argparse.ArgumentParser) -> None:
    """Declare ``--source``; at a terminal the file system's rights say who may be a person."""
    parser.add_argument(
        "--source", default="person", metavar="WHO",
        help="person or agent, optionally with a name: agent:planner [person]",
    )  # fmt: skip
