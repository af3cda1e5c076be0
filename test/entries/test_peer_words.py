"""Words of another robot arrive as one line of plain text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.peer_text import neutral

#: Characters that open, close or end something in a prompt, a page, a terminal or a template.
OPENERS = '<>[]{}`"“”„«»\\'
TEXTS = st.text(st.characters())


@pytest.mark.parametrize(
    "text",
    ["East corridor is blocked", "Türschwelle: 3 cm — langsam (≤ 0.1 m/s)!", "走廊堵塞，请绕行。",
     "דלת תקועה", "الباب مغلق", "ประตูติด", "Đường bị chặn", "R&D's door #7 @ 50 % / 20 °C ~ 5 ft",
     "nǐ hǎo", "कमरा बंद है", "🚪 sticks"],
)  # fmt: skip
def test_ordinary_words_of_any_script_stay_as_they_are(text):
    assert neutral(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("char", list("\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029\xa0\u3000"))
def test_line_ends_and_white_space_become_one_space(char):
    assert neutral(f"a{char}{char}b{char}") == "a b"


@pytest.mark.parametrize(
    "char",
    list(
        "\x00\x07\x08\x1b\x7f\x9b"  # control
        "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\xad"  # zero width
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c"  # bidirectional
        "\ud800\udfff\ue000\U000f0000\uffff\ufdd0"  # surrogates, private, none
        "\U000e0041\U000e007f"  # tags
        "\ufe00\ufe0f\U000e0100\U000e01ef\u034f"  # invisible selectors and joiners
        "\u115f\u1160\u3164\uffa0\u17b4\u180b\u180e\u2800"  # invisible letters
    ),
    ids=lambda char: f"U+{ord(char):04X}",
)
def test_invisible_characters_are_removed(char):
    assert neutral(f"a{char}b") == "ab"


@pytest.mark.parametrize("char", OPENERS)
def test_brackets_and_quotation_marks_are_replaced_by_other_characters(char):
    assert char not in neutral(f"a{char}b")
    assert len(neutral(f"a{char}b")) == 3


@pytest.mark.parametrize("mark", "🔴🟡🟢")
def test_the_confidence_markers_of_own_lines_are_removed(mark):
    assert neutral(f"{mark} [99%] Stop") == "(99%) Stop"


def test_combining_marks_are_limited_for_each_letter():
    struck = "\u0335"

    assert neutral(f"a{struck * 50}b{struck * 2}") == f"a{struck * 3}b{struck * 2}"


@given(TEXTS)
def test_any_text_becomes_one_printable_line(text):
    words = neutral(text)

    assert words.isprintable()
    assert words == words.strip()
    assert "  " not in words
    assert not set(unicodedata.normalize("NFKC", words)) & set(OPENERS)
    assert neutral(words) == words.encode().decode() == words


def test_the_fast_path_for_common_letters_gives_the_same_result():
    common = map(chr, (*range(0x300), *range(0x2000, 0x2300)))

    otherwise = [c for c in common if f"{neutral(f'a{c}b')} 走" != neutral(f"a{c}b 走")]

    assert otherwise == []
