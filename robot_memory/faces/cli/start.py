"""Starts ``robot-memory``; Ctrl-C always ends it the same way, even while it is loading."""

from __future__ import annotations


def main() -> int:
    """Load the command line and run it; return its exit status, 130 if interrupted."""
    try:
        from robot_memory.faces.cli.main import main as run_command_line  # slow to import

        return run_command_line()
    except KeyboardInterrupt:
        return 130
