"""The audit notices a change of any letter or digit in the files it relies on.

If the change turns an operator's name into an unknown one, the audit says that the signer cannot
be determined.
"""

from __future__ import annotations

import json
import os

from audit_builders import audit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

_LETTERS = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def proof(folder):
    """Return the files that must not change; a rehearsal is signed by nobody."""
    files = [*folder.rglob("*.json"), *folder.rglob("events.jsonl")]
    return sorted(
        path for path in files if path.name != "rehearsal.json" and path.parent.name != "keys"
    )


@settings(
    max_examples=int(os.environ.get("LAWS", "20")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_the_audit_with_a_witnessed_head_reports_any_changed_letter_or_digit(lived_in, data):
    seen = audit(lived_in).parts[0].head
    path = data.draw(st.sampled_from(proof(lived_in.folder)), "file")
    was = path.read_bytes()
    places = [place for place, byte in enumerate(was) if byte in _LETTERS]
    place = data.draw(st.sampled_from(places), "place")
    other = data.draw(st.sampled_from([one for one in _LETTERS if one != was[place]]), "becomes")
    path.write_bytes(was[:place] + bytes([other]) + was[place + 1 :])
    try:
        found = audit(lived_in, seen)
        assert found.defects or any("nobody can tell" in remark for remark in found.remarks)
    finally:
        path.write_bytes(was)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(
    max_examples=int(os.environ.get("LAWS", "20")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_the_audit_reports_a_file_with_any_other_content(lived_in, data):
    path = data.draw(st.sampled_from(proof(lived_in.folder)), "file")
    was = path.read_bytes()
    cut = st.integers(0, len(was) - 2).map(lambda end: was[:end])
    path.write_bytes(data.draw(cut | st.binary() | _JSON.map(json.dumps).map(str.encode)))
    try:
        assert audit(lived_in).defects
    finally:
        path.write_bytes(was)


@settings(
    max_examples=int(os.environ.get("LAWS", "20")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_the_audit_finishes_whatever_value_a_field_has(lived_in, data):
    records = [path for path in proof(lived_in.folder) if path.suffix == ".json"]
    path = data.draw(st.sampled_from(records), "file")
    was = path.read_bytes()
    record = json.loads(was)
    field = data.draw(st.sampled_from(sorted(record)))
    value = data.draw(_JSON)
    path.write_bytes(json.dumps({**record, field: value}).encode())
    try:
        found = audit(lived_in)
        assert value == record[field] or found.defects or found.remarks
    finally:
        path.write_bytes(was)
