"""Entries: fields, ids and names (document 000 §3.4, §3.5, §4.1; rules.md §1.1)."""

from __future__ import annotations

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory import EntryType
from robot_memory.entries.entry_id import mint_id, named_id


def test_the_types_are_those_of_the_document():
    assert [str(kind) for kind in EntryType] == [
        "hardware_observation", "environment_note", "behavior_pattern", "resolved",
    ]  # fmt: skip


@given(st.sampled_from(EntryType), st.from_regex(r"[a-z]{1,20}", fullmatch=True))
def test_an_id_is_mem_and_eight_digits_of_the_hash_of_type_and_text(kind, text):
    digest = hashlib.sha256(f"{kind.value}:{text}".encode()).hexdigest()

    assert mint_id(kind, text) == f"mem-{digest[:8]}"
    assert mint_id(kind, text, long=True) == f"mem-{digest[:12]}"


def test_an_id_is_minted_from_the_nfc_normalised_trimmed_text():
    composed, decomposed = "Tür klemmt", unicodedata.normalize("NFD", "Tür klemmt")

    assert composed != decomposed
    assert (
        mint_id("environment_note", composed)
        == mint_id("environment_note", decomposed)
        == mint_id("environment_note", f"\n {composed}\t ")
    )


# -- muting --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "entry_id"),
    [
        ("Resolved mem-1f2e3d4c, as mem-00000000 was", "mem-1f2e3d4c"),
        ("after a collision (mem-1f2e3d4c5b6a)", "mem-1f2e3d4c5b6a"),
        (f"an agent's mem-{'1f2e3d4c' * 4}", f"mem-{'1f2e3d4c' * 4}"),
        ("mem-1f2e3d4 and mem-1f2e3d4c5b6a7 are no ids", ""),
        ("said by mem-peer-1f2e3d4c", ""),
        ("nothing", ""),
    ],
)
def test_the_first_id_that_a_text_names_is_found(text, entry_id):
    assert named_id(text) == entry_id
