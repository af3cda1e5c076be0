"""The table of general words is made of WordNet's files: a few of their lines, with other words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

DATA = """\
  1 This software and database is being provided to you under the following license.
00000001 06 n 01 chair 0 001 @ 00000005 n 0000 | a seat with a backrest for one person
00000002 06 n 01 stool 0 001 @ 00000005 n 0000 | a seat without a backrest for one person
00000003 06 n 01 lamp 0 000 | an artificial source of visible illumination; "the lamp on a desk"
00000004 06 n 02 lantern 0 lamp_post 0 000 | an artificial source of visible illumination in a case
00000005 06 n 01 seat 0 000 | furniture that is designed for sitting on
00000006 07 n 01 comfort 0 001 ! 00000007 n 0101 | how upholstered cushions feel
00000007 07 n 01 discomfort 0 001 ! 00000006 n 0101 | how upholstered cushions feel
00000008 15 n 01 Sheffield 0 001 @i 00000005 n 0000 | a city where visible illumination is made
"""
COUNTED = ("chair", "stool", "lamp", "lantern", "seat", "comfort", "discomfort", "sheffield")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of a small WordNet."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "tools"))
    for name in ("verb", "adj", "adv"):
        for kind in ("data", "index"):
            (tmp_path / f"{kind}.{name}").write_text("")
    (tmp_path / "data.noun").write_text(DATA)
    index = (f"{word} n 1 0 1 0 {at:08}  \n" for at, word in enumerate(COUNTED, start=1))
    (tmp_path / "index.noun").write_text("".join(index))
    (tmp_path / "cntlist.rev").write_text("".join(f"{word}%1:06:00:: 1 3\n" for word in COUNTED))
    return tmp_path


def _pairs(files: Path) -> Any:
    from general_words.pairs import pairs_of
    from general_words.wordnet import read

    return pairs_of(read(files))


def test_words_are_near_whose_definitions_have_the_same_words(files):
    pairs = _pairs(files)

    assert pairs["lamp", "lantern"] > 0.3
    assert pairs["chair", "stool"] > 0.3
    assert ("chair", "lamp") not in pairs


def test_what_is_the_contrary_is_left_out_although_it_is_defined_alike(files):
    assert ("comfort", "discomfort") not in _pairs(files)


def test_names_of_cities_are_no_words(files):
    assert not any("sheffield" in pair for pair in _pairs(files))


def test_a_line_is_read_with_its_words_pointers_and_examples(files):
    from general_words.wordnet import Pointer, read

    net = read(files)

    assert net.meanings["n00000004"].words == ["lantern", "lamp_post"]
    assert net.meanings["n00000006"].pointers == [Pointer("!", "n00000007", (1, 1))]
    assert net.meanings["n00000003"].examples == "the lamp on a desk"
    assert [(sense.meaning, sense.count) for sense in net.senses["lamp"]] == [("n00000003", 3)]


def test_the_same_files_give_the_same_bytes(files):
    from robot_memory.long_term.recall.general_words import GeneralWords

    made = [GeneralWords.of_pairs(_pairs(files)).to_bytes() for _ in range(2)]

    assert made[0] == made[1]


def test_a_word_is_as_common_as_definitions_examples_and_tagged_texts_use_it(files, monkeypatch):
    from general_words import common
    from general_words.wordnet import read

    monkeypatch.setattr(common, "LEAST_COUNT", 4)

    counts = common.common_words(read(files))

    assert counts["seat"] == 5  # two definitions, three uses of the word
    assert counts["lamp"] == 4  # an example, three uses
    assert "backrest" not in counts
