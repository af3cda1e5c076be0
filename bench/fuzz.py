"""Spoiled inputs for each reader of what others wrote: none may crash it, lose data or take long.

make fuzz
make fuzz ARGS='--count 1000 --only card --only mcap'
make fuzz ARGS='--only mcap --at 4711'

Each target runs in a process of its own, whose memory is bounded, so that a crash in a library is
reported too. An input depends only on its number: `--at` repeats one. An input is a file, a message
or a request; for `changes` it is a script of actions of stream clients and the record, on a clock
that does not wait.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from fuzzing.fuzz_target import FuzzReport, FuzzTarget, feed
from fuzzing.targets import TARGETS

#: Bytes of address space that a target may use beyond those at its start.
ROOM = 2 << 30
#: Inputs after which a target is made anew: its data grow with the accepted inputs.
_FRESH = 2_000
_SHOWN = 5  # failures shown for each target


def run(name: str, numbers: range, *, seconds: float) -> tuple[FuzzReport, float]:
    """Feed a target in a separate process.

    Returns:
        The report, and the target's peak memory, in MiB.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    last = context.Value("q", -1)
    process = context.Process(target=_feed_alone, args=(name, numbers, seconds, last, sender))
    process.start()
    sender.close()
    try:
        report, mebibytes = receiver.recv()
    except EOFError:
        report, mebibytes = FuzzReport(), 0.0
    process.join()
    if process.exitcode:
        report.failures[last.value] = f"the process ended with {process.exitcode}"
    return report, mebibytes


def _feed_alone(name: str, numbers: range, seconds: float, last: Any, sender: Connection) -> None:
    logging.disable()  # many inputs rightly cause a warning
    report, end = FuzzReport(), time.monotonic() + seconds

    def begun(number: int) -> None:
        last.value = number

    for start in range(0, len(numbers), _FRESH):
        left = end - time.monotonic()
        if left <= 0.0:
            break  # a fresh target may take a second to make
        with tempfile.TemporaryDirectory() as folder, TARGETS[name](Path(folder)) as target:
            if not start:
                _bound_memory()
            part = numbers[start : start + _FRESH]
            feed(target, part, seconds=left, begun=begun, report=report)
    sender.send((report, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def _bound_memory() -> None:
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + ROOM, resource.RLIM_INFINITY))


def main(arguments: Sequence[str]) -> int:
    """Print the results; return 1 if an input failed."""
    parser = argparse.ArgumentParser(prog="fuzz")
    parser.add_argument("--count", type=int, default=100_000, help="inputs of a target")
    parser.add_argument("--seconds", type=float, default=3600, help="at most for a target")
    parser.add_argument("--only", action="append", choices=sorted(TARGETS), help="this target")
    parser.add_argument("--at", type=int, help="the input with this number only, and show it")
    args = parser.parse_args(arguments)
    names = args.only or list(TARGETS)
    if args.at is not None:
        for name in names:
            _with_target(name, lambda target: print(repr(target.input_at(args.at))))
        numbers = range(args.at, args.at + 1)
    else:
        numbers = range(args.count)
    is_clean = True
    for name in names:
        report, mebibytes = run(name, numbers, seconds=args.seconds)
        _print(name, report, mebibytes)
        is_clean = is_clean and not report.failures
    return 0 if is_clean else 1


def _with_target(name: str, use: Callable[[FuzzTarget], None]) -> None:
    with tempfile.TemporaryDirectory() as folder, TARGETS[name](Path(folder)) as target:
        use(target)


def _print(name: str, report: FuzzReport, mebibytes: float) -> None:
    seconds, number = report.slowest
    print(
        f"{'FAIL' if report.failures else 'ok  '}  {name:16} {report.count:7} inputs, "
        f"{len(report.reasons)} reasons of refusal, slowest {seconds * 1000:.1f} ms (input "
        f"{number}), {mebibytes:.0f} MiB; "
        + ", ".join(f"{word} {times}" for word, times in report.outcomes.most_common())
    )
    for number, problem in list(report.failures.items())[:_SHOWN]:
        print(f"      input {number}: {problem}")
    if len(report.failures) > _SHOWN:
        print(f"      and {len(report.failures) - _SHOWN} more")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
