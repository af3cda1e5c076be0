"""One file operation after the other fails, in each writer: nothing is lost, and it is said.

python bench/faulty_disk [--only memory] [--fault EIO] [--every 1]
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "test"))  # its builders make the homes
sys.path.insert(0, str(Path(__file__).parents[2] / "test" / "governance"))

from faulty_disk.faulty_disk import FAULTS, build
from faulty_disk.trial import try_positions
from faulty_disk.writers import WRITERS

_SHOWN = 6
_QUICK = Path("/dev/shm")  # a disk in memory: the tests are about order, not durability


def main() -> int:
    """Print the result of each writer; return 1 if one lost data or kept silent, or if none ran."""
    parser = argparse.ArgumentParser(prog="faulty_disk")
    parser.add_argument("--only", action="append", choices=sorted(WRITERS))
    parser.add_argument("--fault", action="append", choices=[fault.name for fault in FAULTS])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try each Nth position")
    parser.add_argument("--first", type=int, default=0, help="begin at this position")
    args = parser.parse_args()
    library = build()
    if library is None:
        print("no C compiler (`cc`) was found: no operation of the disk was made to fail",
              file=sys.stderr)  # fmt: skip
        return 1
    if os.environ.get("LD_PRELOAD") != str(library):
        environment = {**os.environ, "LD_PRELOAD": str(library)}
        os.execve(sys.executable, [sys.executable, *sys.argv], environment)
    logging.getLogger().addHandler(logging.NullHandler())  # each trial keeps its own log
    is_well = True
    for name in args.only or WRITERS:
        for fault in FAULTS:
            if args.fault and fault.name not in args.fault:
                continue
            began = time.monotonic()
            place = _QUICK if _QUICK.is_dir() else None
            with tempfile.TemporaryDirectory(prefix="faulty_disk-", dir=place) as folder:
                tally = try_positions(
                    WRITERS[name], fault, Path(folder).resolve(),
                    lambda count: range(args.first, count, args.every),
                )  # fmt: skip
            print(
                f"{'FAIL' if tally.defects else 'ok  '}  {name:16} {fault.name:26} "
                f"{tally.trials:4} positions, {tally.hit} failed, {tally.refused} told by an "
                f"error, {len(tally.defects)} defects, {time.monotonic() - began:.1f} s",
                flush=True,
            )
            for defect in tally.defects[:_SHOWN]:
                print(f"      {defect}")
            is_well = is_well and not tally.defects
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
