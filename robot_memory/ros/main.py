"""The executable ``robot_memory`` (rules.md §5.4)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from robot_memory.ros.allocator import limit_arenas
from robot_memory.ros.scheduling import interrupt_nobody, pass_on_the_interpreter_soon

_OLDER_THAN_JAZZY = ("ardent", "bouncy", "crystal", "dashing", "eloquent", "foxy", "galactic",
                     "humble", "iron")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the node until it is told to stop; see :func:`robot_memory.ros.node_process.run`."""
    distro = os.environ.get("ROS_DISTRO", "")
    if distro in _OLDER_THAN_JAZZY:
        print(f"robot_memory needs ROS 2 Jazzy or newer; this is {distro}", file=sys.stderr)
        return 2
    save_memory()
    interrupt_nobody()
    pass_on_the_interpreter_soon()
    try:
        # Only now: an older ROS lacks some of what is imported there.
        from robot_memory.ros.node_process import run
    except ImportError as error:
        print(f"robot_memory needs ROS 2 Jazzy or newer, sourced: {error}", file=sys.stderr)
        return 2
    return run(sys.argv if arguments is None else list(arguments))


def save_memory() -> None:
    """Let libraries take less memory; call it before numpy is imported and before threads start."""
    # The matrices here are small: threads would only cost.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    limit_arenas()


if __name__ == "__main__":
    sys.exit(main())
