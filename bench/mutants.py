"""Whether the conformance tests fail where the code breaks what the documents say.

Applies each mutation of `bench/mutants/*.yaml` to a copy of the package and runs the tests that
must fail under it. `make mutants ARGS="retrieved '001 §'"` tries those whose name or place has one
of the words.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from mutation.listed import FOLDER, DoesNotApplyError, Mutation, read_mutations
from mutation.sources import Sources
from mutation.trial import Outcome, prepare, run

KILLED, SKIPPED = "killed", "skipped"
SURVIVED, BROKEN, NOT_APPLIED = "SURVIVED", "BROKEN", "DOES NOT APPLY"
FAILS_ALREADY = "FAILS ALREADY"


def judge(tests: Sequence[str], after: Outcome) -> tuple[str, str]:
    """Say whether a mutation was killed by all tests that must fail, and else what they did.

    Args:
        tests: their ids.
        after: what became of them.
    """
    harmless = [test for test in tests if test not in after.failed]
    if not harmless:
        return KILLED, ""
    if after.broken:
        where, why = next(iter(after.broken.items()))
        return BROKEN, f"{where} could not be run: {why}"
    return SURVIVED, f"passes: {', '.join(harmless)}"


def _unfit(tests: Sequence[str], before: Outcome) -> tuple[str, str] | None:
    """Say why tests can show nothing; None where they can.

    Args:
        tests: those that are not skipped here.
        before: what becomes of them without any mutation.
    """
    for test in tests:
        broken = before.broken.get(test) or before.broken.get(test.partition("::")[0])
        if test in before.failed or broken:
            return FAILS_ALREADY, f"without any mutation: {test} {broken or ''}"
        if test not in before.passed:
            return NOT_APPLIED, f"{test} did not run: is it there?"
    return None if tests else (SKIPPED, "its tests are skipped on this machine")


def try_one(mutation: Mutation, sources: Sources, before: Outcome) -> tuple[str, str]:
    """Apply a mutation, run its tests, and say what became of it and why."""
    skipped = {*before.skipped} - {*before.passed}
    tests = [test for test in mutation.tests if test not in skipped]
    unfit = _unfit(tests, before)
    if unfit is not None:
        return unfit
    try:
        with sources.mutated(mutation):
            after = run(tests, sources.folder, until_failed=True)
    except DoesNotApplyError as error:
        return NOT_APPLIED, str(error)
    return judge(tests, after)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutations and print what became of each; 1 where one was not killed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", help="part of a name or place; none: all mutations")
    parser.add_argument("--lists", type=Path, default=FOLDER, help="the folder of the lists")
    given = parser.parse_args(arguments)
    words = given.words
    chosen = [
        one for one in read_mutations(given.lists)
        if not words or any(word in f"{one.place}: {one.name}" for word in words)
    ]  # fmt: skip
    if not chosen:
        parser.error(f"no mutation has {' or '.join(words)} in its name or place")
    prepare()
    begin = time.monotonic()
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        sources = Sources(Path(name).resolve())
        tests = list(dict.fromkeys(test for one in chosen for test in one.tests))
        before = run(tests, sources.folder)
        for mutation in chosen:
            state, why = try_one(mutation, sources, before)
            found[state] += 1
            print(f"{state:<14}  {mutation.place}: {mutation.name}", flush=True)
            if why:
                print("\n".join(f"{'':<16}{line}" for line in why.splitlines()), flush=True)
    counts = ", ".join(f"{number} {state}" for state, number in found.most_common())
    print(f"{len(chosen)} mutations, {counts}, {time.monotonic() - begin:.0f} s")
    return 0 if set(found) <= {KILLED, SKIPPED} else 1


if __name__ == "__main__":
    sys.exit(main())
