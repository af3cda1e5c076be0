"""The executable ``robot_memory`` (rules.md §5.4).

Before any thread starts, it limits the process's memory use, keeps the node from interrupting the
nodes that it listens to, and shortens the node's response time.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

_OLDER_THAN_JAZZY = ("ardent", "bouncy", "crystal", "dashing", "eloquent", "foxy", "galactic",
                     "humble", "iron")  # fmt: skip
_SWITCH = 0.001  # s
_ARENAS = 2
_M_ARENA_MAX = -8  # parameter of mallopt(3)
_VARIABLE = "MALLOC_ARENA_MAX"  # environment variable


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the node until it is asked to stop; see :func:`.node_process.run`."""
    distro = os.environ.get("ROS_DISTRO", "")
    if distro in _OLDER_THAN_JAZZY:
        print(f"robot_memory needs ROS 2 Jazzy or newer; this is {distro}", file=sys.stderr)
        return 2
    end_quietly()
    save_memory()
    interrupt_nobody()
    _pass_on_the_interpreter_soon()
    try:
        # Import it only now: an older ROS lacks some of its imports.
        from robot_memory.faces.ros.node_process import run
    except ImportError as error:
        print(f"robot_memory needs ROS 2 Jazzy or newer, sourced: {error}", file=sys.stderr)
        return 2
    return run(sys.argv if arguments is None else list(arguments))


def end_quietly() -> None:
    """Let a signal during the imports end the process: nothing is open yet."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, lambda *_: sys.exit(0))


def save_memory() -> None:
    """Make libraries use less memory; call it before importing numpy and before threads start."""
    # The matrices here are small: threads would only cost time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    limit_arenas()


def limit_arenas() -> bool:
    """Make malloc use two arenas from now on; call it before threads start.

    glibc gives threads their own arenas, up to eight for each processor core, and memory freed in
    an arena stays there. The node has some thirty threads: in a soak test (bench/soak.py) it grew
    by 28 MB within ten minutes, but by 13 MB with two arenas. Python runs one thread at a time, so
    two are enough.

    Returns:
        Whether it succeeded: it does not if the environment sets the number, or with another C
        library.
    """
    if _VARIABLE in os.environ:
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_ARENA_MAX, _ARENAS) == 1


def interrupt_nobody() -> bool:
    """Keep this process's threads from interrupting others; call it before threads start.

    Messages wake a middleware thread hundreds of times a second. Under Linux's default scheduling,
    such a thread may interrupt any running thread, such as a robot's controller. With SCHED_BATCH
    it waits until a core is free and then finds several messages. This costs less time for each
    message: 0.91 to 1.00 of the time on two busy cores, in four comparisons. The thread still gets
    its fair share of time.

    Source: sched(7), "SCHED_BATCH: Scheduling batch processes".

    Returns:
        Whether SCHED_BATCH is set now: it is not if somebody chose the process's scheduling, as
        with ``chrt`` or systemd's ``CPUSchedulingPolicy=``, or if a sandbox forbids it.
    """
    if os.sched_getscheduler(0) != os.SCHED_OTHER:
        return False
    try:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    except PermissionError:  # the default policy only costs more
        return False
    return True


def _pass_on_the_interpreter_soon() -> None:
    """Shorten the wait for the interpreter to a fifth of Python's default (5 ms).

    A thread that answers a request needs the interpreter several times while another thread takes
    in messages. Beside 500 diagnostic arrays a second, the slowest hundredth of answers took 2.3 to
    3.2 times as long as those of an idle service, before 3.5 to 5.5 times, at no measurable cost.
    """
    sys.setswitchinterval(_SWITCH)


if __name__ == "__main__":
    sys.exit(main())
