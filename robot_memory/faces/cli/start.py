"""Starts ``robot-memory``: Ctrl-C ends it in one way, also while it is still being loaded."""

from __future__ import annotations


def main() -> int:
    """Load the command line and run it; return its exit status, 130 where it is interrupted."""
    try:
        from robot_memory.faces.cli.main import main as run_command_line  # takes a while

        return run_command_line()
    except KeyboardInterrupt:
        return 130
