"""Forks memory nodes: their imports, most of a start's cost, are made once for all.

It reads one order per line from standard input, as JSON: ``arguments``, ``environment``, ``folder``
and ``log``. It answers with the process id (``{"started": 12}``), and reports its end and exit
status (``{"ended": 12, "status": 0}``).
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import select
import signal
import sys
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program itself does, before NumPy

import robot_memory.faces.ros.node_process  # noqa: F401  what takes so long

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def serve() -> list[str] | None:
    """Fork as ordered; return a node's arguments in its process, and None here at the end."""
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    while True:
        ready, _, _ = select.select([sys.stdin, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _tell_of_the_ended()
        if sys.stdin in ready:
            line = sys.stdin.readline()
            if not line:
                return None
            order = json.loads(line)
            # Python ignores exceptions of a signal handler during a fork.
            signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
            process = os.fork()
            if not process:
                _become(order)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
            if not process:
                return list(order["arguments"])
            _tell({"started": process})


def _tell_of_the_ended() -> None:
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not process:
            return
        _tell({"ended": process, "status": os.waitstatus_to_exitcode(status)})


def _tell(news: dict[str, int]) -> None:
    print(json.dumps(news), flush=True)


def _become(order: dict[str, Any]) -> None:
    """Bring this process into the state of a freshly started program."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGHUP):  # `nohup` makes tests ignore SIGHUP
        signal.signal(number, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, descriptor in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, descriptor)
    os.close(log)
    os.close(nothing)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])


if __name__ == "__main__":
    gc.freeze()  # a collection in a node would copy all shared memory
    arguments = serve()
    if arguments is not None:
        sys.argv = ["robot_memory", *arguments]
        runpy.run_module("robot_memory.faces.ros.main", run_name="__main__", alter_sys=True)
