"""What is put into a page is text, whatever it holds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_reader import read_page

from robot_memory.report.markup import render, tag, visible
from robot_memory.report.report_text import said
from robot_memory.secrets_filter import mark

#: Any text that a file or a message can hold, halves of surrogate pairs included.
ANY_TEXT = st.text(st.characters(), max_size=60) | st.sampled_from(
    ["<script>alert(1)</script>", "]]>", "--><b>", "&lt;&amp;&#0;", "\" onload='x'", "</style>",
     "</svg></figure>", "<!--", "\x00\x1b[31m", "\u202etxt.exe", "\ud800", "a\r\nb"]
)  # fmt: skip


@given(ANY_TEXT)
def test_a_text_is_read_back_as_the_one_text_of_its_element(words):
    page = read_page(render(tag("p", words)))
    (paragraph,) = page.all("p")

    assert paragraph.text == visible(words)
    assert paragraph.structure() == []


@given(ANY_TEXT)
def test_an_attribute_is_read_back_as_the_one_value_of_its_name(words):
    page = read_page(render(tag("p", "x", title=words)))
    (paragraph,) = page.all("p")

    assert paragraph.attributes == {"title": visible(words)}


@given(ANY_TEXT)
def test_a_page_can_always_be_stored_as_utf_8(words):
    assert render(tag("p", said(words), title=words)).encode()


@given(ANY_TEXT)
def test_what_is_shown_holds_nothing_that_cannot_be_seen(words):
    assert visible(words).isprintable()


def test_characters_that_turn_text_around_are_shown_by_their_numbers():
    assert visible("a\u202eb") == "a‹U+202E›b"


def test_white_space_of_any_kind_is_a_space():
    assert visible("a\tb\nc\u00a0d\u2028e") == "a b c d e"


def test_words_around_elements_keep_their_order():
    page = read_page(render(tag("p", "a", tag("b", "b"), "c", None, "d", tag("i", "e"), "f")))

    assert next(page.all("p")).text == "abcdef"


def test_an_element_may_stand_in_several_places():
    show = tag("code", "show")
    pages = [tag("p", show, " once"), tag("p", show, " twice")]

    assert [render(page).split("\n")[1] for page in pages] == [
        "<p><code>show</code> once</p>", "<p><code>show</code> twice</p>",
    ]  # fmt: skip


def test_numbers_in_attributes_are_short():
    assert re.search('x="1.33"', render(tag("rect", x=4 / 3)))


def test_other_peoples_words_are_set_apart():
    assert said("x").tag == "bdi"


def test_passwords_are_taken_out_of_other_peoples_words():
    assert said("password: hunter22hunter").text == f"password: {mark('password')}"


@pytest.mark.parametrize(
    ("length", "shown"), [(500, "a" * 500), (501, "a" * 500 + "… (1 more characters)")]
)
def test_long_words_are_cut_off_and_say_so(length, shown):
    assert said("a" * length).text == shown
