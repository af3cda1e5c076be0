"""The page: a single self-contained file that an assessor can read and print."""

from __future__ import annotations

import functools
import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("jinja2", reason="needs the extra `report`")

from hypothesis import given, settings
from page_reader import read_page
from report_builders import START, bare_facts, entry_of
from test_report_markup import ANY_TEXT

from robot_memory.applications import report
from robot_memory.applications.report import write_page
from robot_memory.applications.report.markup import visible
from robot_memory.applications.report.sections import SECTIONS
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation, Source

STYLE = (Path(report.__file__).parent / "templates/style.css").read_text()
NASTY = '<script>alert("1")</script></svg></style>&lt;\u202e'


def test_every_element_is_closed_in_order(full):
    (html,) = full.page.all("html")

    assert html.attributes["lang"] == "en"
    assert [part.name for part in html.parts if not isinstance(part, str)] == ["head", "body"]


def test_the_page_loads_no_resource_and_runs_no_script(full):
    names = {node.name for node in full.page.all()}
    links = [node.attributes["href"] for node in full.page.all() if "href" in node.attributes]

    assert not names & {"script", "link", "img", "image", "iframe", "object", "embed", "base",
                        "use", "foreignobject", "form", "audio", "video", "source"}  # fmt: skip
    assert all(link.startswith("#") for link in links)
    assert not [name for node in full.page.all() for name in node.attributes
                if name.startswith("on") or name in ("src", "style", "xlink:href")]  # fmt: skip
    assert " ".join(STYLE.split()) in " ".join(full.html.split())
    assert "url(" not in STYLE and "@import" not in STYLE and "://" not in full.html


def test_the_content_security_policy_of_the_page_forbids_scripts_and_requests(full):
    policies = [node.attributes["content"] for node in full.page.all("meta")
                if node.attributes.get("http-equiv") == "Content-Security-Policy"]  # fmt: skip
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_heading_levels_increase_by_one_and_there_is_one_title(full):
    levels = [int(node.name[1]) for node in full.page.all("h1", "h2", "h3", "h4")]

    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_every_table_has_a_caption_and_scoped_header_cells(full):
    for table in full.page.all("table"):
        assert next(table.all("caption")).text.strip()
        heads = list(table.all("th"))
        assert heads and all(head.attributes.get("scope") in ("col", "row") for head in heads)


def test_every_picture_has_a_title_a_description_and_a_caption(full):
    figures = list(full.page.all("figure"))
    assert len(figures) >= 5
    for figure in figures:
        (svg,) = figure.all("svg")
        named = svg.attributes["aria-labelledby"].split()
        parts = [part for part in svg.all("title", "desc") if part in svg.parts]
        assert svg.attributes["role"] == "img"
        assert [part.attributes["id"] for part in parts] == named
        assert all(part.text.strip() for part in parts)
        assert next(figure.all("figcaption")).text.strip()


def test_ids_are_unique_and_links_lead_to_them(full):
    ids = [node.attributes["id"] for node in full.page.all() if "id" in node.attributes]
    links = {node.attributes["href"][1:] for node in full.page.all("a")}

    assert len(ids) == len(set(ids))
    assert links == {section.anchor for section in SECTIONS} <= set(ids)


def test_every_section_says_which_article_it_serves(full):
    said = [node.text for node in full.page.all("p", class_="serves")]

    assert len(said) == len(SECTIONS)
    assert all(re.match(r"Serves Article (9|1[37])\(", words) for words in said)


def test_the_report_says_what_it_does_not_cover(full):
    text = full.page.text

    for words in ("no declaration of conformity", "no risk assessment", "severity",
                  "Intended purpose", "Hazards that were not watched for"):  # fmt: skip
        assert words in text


def test_printed_tables_repeat_their_header_and_keep_rows_whole():
    assert "size: A4" in STYLE
    assert "thead { display: table-header-group; }" in STYLE
    assert re.search(r"tr, [^{]*\{ break-inside: avoid; \}", STYLE)


@pytest.mark.parametrize("colour", sorted(set(re.findall(r"(?<!-)color: (#[0-9a-f]+)", STYLE))))
def test_text_has_contrast_with_white_paper(colour):
    assert contrast(colour) >= 4.5


def contrast(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255.0 for place in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    luminance = sum(
        weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )
    return 1.05 / (luminance + 0.05)


def facts_that_say(words):
    """Facts with these words in every text field."""
    entry = entry_of(words, extra={"key": ["log", words, words]})
    row = Observation(
        kind=Kind.ONSET, instant=Instant(START, 0.0, words, True), summary=words,
        key=Key("log", words, words), detector=words, topic=words, component=words,
        entry_id=entry.id, entry_type="environment_note", context={words: 1.0}, id=1,
        detail={"message": words, "by": words, "frame": {words: [[-1.0, 2.0]]}},
    )  # fmt: skip
    note = replace(row, kind=Kind.NOTE, source=Source.PERSON, id=2)
    mended = replace(note, kind=Kind.REPAIRED, id=3)
    return bare_facts(
        (0.7, entry), rows=(row, note, mended), frames={entry.id: row},
        signals=(f"/{words} step", f"{words}: x step"), rules=((words, words),),
        issues=(words,), health={"status": words, "warnings": [words]},
    )  # fmt: skip


@functools.cache
def harmless():
    return read_page(write_page(facts_that_say("words")))


@settings(max_examples=60, deadline=None)
@given(ANY_TEXT)
def test_the_structure_of_the_page_does_not_depend_on_texts_in_the_memory(words):
    page = read_page(write_page(facts_that_say(f"words {words}")))
    wrapped = ("text",)  # pictures break long words

    assert page.structure(wrapped) == harmless().structure(wrapped)


def test_hostile_text_is_on_the_page_as_plain_text(full):
    page = read_page(write_page(facts_that_say(NASTY)))

    assert sum(visible(NASTY) in node.text for node in page.all("bdi", class_="quoted")) >= 12
    assert "script" not in page.structure()
