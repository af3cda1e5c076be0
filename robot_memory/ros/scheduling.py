"""Keeps the node from interrupting the nodes that it listens to, and answers soon.

A message wakes a thread of the middleware up, hundreds of times a second. As Linux schedules by
default, such a thread may interrupt whatever runs, as a robot's controller. With SCHED_BATCH it
waits until there is a core for it, and then finds several messages, which costs less for each. It
still gets its fair share of time.

With all parts on, on two busy cores, the node so took 0.91, 0.94, 0.95 and 1.00 of the time that it
took without, in four comparisons at the same time. On idle cores there is nothing to wait for.

Within the process, a thread that answers a request waits for the interpreter whenever another one
takes in messages: Python passes it on after 5 ms, and an answer needs it several times.
"""

from __future__ import annotations

import os
import sys

_SWITCH = 0.001  # s


def interrupt_nobody() -> bool:
    """Let no thread of this process interrupt others; call it before there are threads.

    Source: sched(7), "SCHED_BATCH: Scheduling batch processes".

    Returns:
        Whether that is so now: not where somebody chose how the process is scheduled, as with
        ``chrt`` or ``CPUSchedulingPolicy=`` of systemd, nor where a sandbox forbids it, nor on
        another system than Linux.
    """
    if sys.platform != "linux":
        return False
    if os.sched_getscheduler(0) != os.SCHED_OTHER:
        return False
    try:
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    except PermissionError:  # it only costs more
        return False
    return True


def pass_on_the_interpreter_soon() -> None:
    """Let a thread wait for the interpreter for a fifth of the time that Python sets (5 ms).

    Beside 500 diagnostic arrays a second the slowest hundredth of answers came 2.3 to 3.2 times as
    late as those of an empty service, before 3.5 to 5.5 times. It cost no processor time that could
    be measured.
    """
    sys.setswitchinterval(_SWITCH)
