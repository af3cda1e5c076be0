"""The executable ``robot_memory`` (rules.md §5.4).

Before anything starts a thread, it keeps the memory of the process small, keeps the node from
interrupting the nodes that it listens to, and lets it answer soon.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence

_OLDER_THAN_JAZZY = ("ardent", "bouncy", "crystal", "dashing", "eloquent", "foxy", "galactic",
                     "humble", "iron")  # fmt: skip
_SWITCH = 0.001  # s
_ARENAS = 2
_M_ARENA_MAX = -8  # of mallopt(3)
_VARIABLE = "MALLOC_ARENA_MAX"  # of the environment


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the node until it is told to stop; see :func:`.node_process.run`."""
    distro = os.environ.get("ROS_DISTRO", "")
    if distro in _OLDER_THAN_JAZZY:
        print(f"robot_memory needs ROS 2 Jazzy or newer; this is {distro}", file=sys.stderr)
        return 2
    save_memory()
    interrupt_nobody()
    _pass_on_the_interpreter_soon()
    try:
        # Only now: an older ROS lacks some of what is imported there.
        from robot_memory.faces.ros.node_process import run
    except ImportError as error:
        print(f"robot_memory needs ROS 2 Jazzy or newer, sourced: {error}", file=sys.stderr)
        return 2
    return run(sys.argv if arguments is None else list(arguments))


def save_memory() -> None:
    """Let libraries take less memory; call it before numpy is imported and before threads start."""
    # The matrices here are small: threads would only cost.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    limit_arenas()


def limit_arenas() -> bool:
    """Let malloc use two arenas from now on; call it before there are threads.

    glibc gives threads arenas of their own, up to eight for each processor core, and what is freed
    in one stays with it. The node has some thirty threads: in a soak (bench/soak.py) it gained
    28 MB within ten minutes, and 13 MB with two arenas. Python runs one thread at a time, so two
    are enough.

    Returns:
        Whether it does: not where the environment says how many, nor with another C library.
    """
    if _VARIABLE in os.environ:
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_ARENA_MAX, _ARENAS) == 1


def interrupt_nobody() -> bool:
    """Let no thread of this process interrupt others; call it before there are threads.

    A message wakes a thread of the middleware up, hundreds of times a second. As Linux schedules by
    default, such a thread may interrupt whatever runs, such as a robot's controller. With
    SCHED_BATCH it waits until a core is free, and then finds several messages, which costs less for
    each: on two busy cores 0.91 to 1.00 of the time, in four comparisons. It still gets its fair
    share of time.

    Source: sched(7), "SCHED_BATCH: Scheduling batch processes".

    Returns:
        Whether that is so now: not where somebody chose how the process is scheduled, as with
        ``chrt`` or ``CPUSchedulingPolicy=`` of systemd, nor where a sandbox forbids it.
    """
    if os.sched_getscheduler(0) != os.SCHED_OTHER:
        return False
    try:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    except PermissionError:  # it only costs more
        return False
    return True


def _pass_on_the_interpreter_soon() -> None:
    """Let a thread wait for the interpreter for a fifth of the time that Python sets (5 ms).

    A thread that answers a request needs the interpreter several times while another one takes in
    messages. Beside 500 diagnostic arrays a second the slowest hundredth of answers came 2.3 to 3.2
    times as late as those of an empty service, before 3.5 to 5.5 times, at no measurable cost.
    """
    sys.setswitchinterval(_SWITCH)


if __name__ == "__main__":
    sys.exit(main())
