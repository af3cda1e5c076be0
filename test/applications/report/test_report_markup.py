"""Text inserted into a page stays text, whatever it contains."""

from __future__ import annotations

import pytest

pytest.importorskip("jinja2", reason="needs the extra `report`")

from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from page_reader import read_page

from robot_memory.applications.report.markup import environment, quoted, visible
from robot_memory.foundation.secrets.secrets_filter import mark

#: Any text that a file or a message can contain, including lone surrogates.
ANY_TEXT = st.text(st.characters(), max_size=60) | st.sampled_from(
    ["<script>alert(1)</script>", "]]>", "--><b>", "&lt;&amp;&#0;", "\" onload='x'", "</style>",
     "</svg></figure>", "<!--", "\x00\x1b[31m", "\u202etxt.exe", "\ud800", "a\r\nb"]
)  # fmt: skip


def rendered(template, **values):
    return environment().from_string(template).render(values)


@given(ANY_TEXT)
def test_any_text_is_read_back_as_the_only_text_of_its_element(words):
    page = read_page(rendered("<p>{{ words }}</p>", words=words))
    (paragraph,) = page.all("p")

    assert paragraph.text == visible(words)
    assert paragraph.structure() == []


@given(ANY_TEXT)
def test_any_text_in_an_attribute_is_read_back_as_its_value(words):
    page = read_page(rendered('<p title="{{ words }}">x</p>', words=words))
    (paragraph,) = page.all("p")

    assert paragraph.attributes == {"title": visible(words)}


@given(ANY_TEXT, ANY_TEXT)
def test_texts_that_a_template_joins_are_read_back_as_text(one, other):
    template = (
        "{% from 'tables.html' import table %}"
        "{% call(row) table(one ~ other, [one], [other]) %}<td>{{ row }}</td>{% endcall %}"
    )
    page = read_page(rendered(template, one=f"x{one}", other=f"x{other}"))

    assert page.structure() == ["table", "caption", "thead", "tr", "th", "tbody", "tr", "td"]
    assert [node.text for node in page.all("td")] == [visible(f"x{other}")]


@given(ANY_TEXT)
def test_a_page_can_always_be_stored_as_utf_8(words):
    assert rendered('<p title="{{ words }}">{{ words|quoted }}</p>', words=words).encode()


@pytest.mark.parametrize("name", ["quoted", "id", "outside_text"])
@given(words=ANY_TEXT)
def test_a_text_filter_adds_at_most_one_element(name, words):
    page = read_page(rendered(f"<p>{{{{ words|{name} }}}}</p>", words=words))

    assert page.structure() in (["p"], ["p", "bdi"], ["p", "code"])


@given(ANY_TEXT)
def test_displayed_text_has_no_invisible_characters(words):
    assert visible(words).isprintable()


def test_bidirectional_control_characters_are_shown_by_their_code():
    assert visible("a\u202eb") == "a‹U+202E›b"


def test_any_white_space_is_shown_as_a_space():
    assert visible("a\tb\nc\u00a0d\u2028e") == "a b c d e"


def test_text_around_elements_keeps_its_order():
    page = read_page(
        rendered("<p>a<b>{{ b }}</b>c{{ nothing }}d<i>e</i>f</p>", b="b", nothing=None)
    )

    assert next(page.all("p")).text == "abcdef"


def test_an_undefined_variable_of_a_template_is_an_error():
    with pytest.raises(UndefinedError):
        rendered("{{ words }}")


def test_numbers_in_attributes_are_rounded_to_two_decimals():
    assert rendered("{{ x|units }}", x=4 / 3) == "1.33"


def test_quoted_text_is_marked_by_a_bdi_element():
    assert quoted("x") == '<bdi class="quoted">x</bdi>'


def test_secrets_are_removed_from_quoted_text():
    (words,) = read_page(quoted("password: hunter22hunter")).all("bdi")

    assert words.text == f"password: {mark('password')}"


@pytest.mark.parametrize(
    ("length", "shown"), [(500, "a" * 500), (501, "a" * 500 + "… (1 more characters)")]
)
def test_quoted_text_over_500_characters_is_cut_and_shows_the_number_left_out(length, shown):
    (words,) = read_page(quoted("a" * length)).all("bdi")

    assert words.text == shown
