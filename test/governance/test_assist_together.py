"""Several processes in one home: the node records, operators apply."""

from __future__ import annotations

import json
import multiprocessing
import threading

from governance_builders import ADA, House, at, details
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.mutation_contract import detail_text, read_detail, with_changes
from robot_memory.ledger import Kind, Ledger, Observation
from robot_memory.ledger.observation import to_row

_FORK = multiprocessing.get_context("fork")

json_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def _apply(house: House, packet_id: str, results) -> None:
    results.put(house.assist.apply(packet_id, at()).receipt.record["result"])


def test_concurrent_processes_respect_the_caps_together(house):
    packets = [
        house.packet(*(house.candidate(row) for row in range(start, start + 5)))
        for start in (3, 8, 13, 18, 23)
    ]
    results = _FORK.Queue()
    workers = [_FORK.Process(target=_apply, args=(house, one.id, results)) for one in packets]
    for worker in workers:
        worker.start()
    said = sorted(results.get(timeout=60) for _ in workers)
    for worker in workers:
        worker.join()

    assert said == ["aborted", *["applied"] * 4]
    assert house.assist.verify() == []
    changed = [row for row, text in details(house.folder).items() if '"rollback_ref"' in text]
    assert len(changed) == 20


def test_a_concurrent_writer_of_the_ledger_loses_no_row(house):
    ledger, stop, written = Ledger(house.home.ledger), threading.Event(), []
    row = Observation(Kind.NOTE, at(), "said meanwhile")

    def record() -> None:
        while not stop.is_set():
            written.extend(ledger.append([row]))

    recorder = threading.Thread(target=record)
    recorder.start()
    runs = []
    for start in (3, 8):
        packet = house.packet(*(house.candidate(n) for n in range(start, start + 5)))
        runs.append(house.apply(packet).receipt.run_id)
    for run_id in reversed(runs):
        assert house.assist.roll_back(run_id, at(), ADA).is_done
    stop.set()
    recorder.join()
    ledger.close()

    assert written and set(written) <= details(house.folder).keys()
    assert house.assist.verify() == []


@settings(max_examples=50, deadline=None)
@given(detail=st.dictionaries(st.text(), json_data, max_size=4))
def test_every_detail_text_of_the_ledger_is_reproduced_byte_for_byte(detail):
    instant = Instant(at().time, 0.0, "b", True)
    text = to_row(Observation(Kind.NOTE, instant, "x", detail=detail))[3]
    read = read_detail(text)

    assert read is not None
    assert detail_text(read) == text
    before = json.loads(text)
    with_changes(read, {"/optimization/assist": {}} if "optimization" not in read else {})
    assert read == before
