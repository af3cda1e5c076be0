"""``daily/YYYY-MM-DD.md``: a digest that the machine keeps up and a person may edit (003 §3).

As with knowledge, what the machine said and says no longer goes; a line that a person wrote
stays, and a line of the machine's that a person deleted does not come back.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from robot_memory.levels.markdown_page import make_page, make_section, merged_section, read_page
from robot_memory.night_shift.digest_line import DigestSection

#: Beside the document's four sections: with whom the robot spoke, and when.
SESSIONS = "Sessions"
HEADINGS = (*(part.value for part in DigestSection), SESSIONS)
#: A digest has at most so many lines below a heading.
MOST_LINES = 100

#: Heading → the lines below it.
Lines = Mapping[str, tuple[str, ...]]


def digest_text(day: date, text: str | None, wanted: Lines, written: Lines) -> str:
    """Return the text of a digest.

    Args:
        text: the page as it is; None or empty where there is none, which is no wish to forget.
        wanted: what the machine says now.
        written: what it wrote last.
    """
    if not text or not text.strip():
        made = [
            make_section(name, [f"- {line}" for line in wanted.get(name, ())])
            for name in HEADINGS
            if name != SESSIONS or wanted.get(name)
        ]
        return make_page(day.isoformat(), made).render()
    page = read_page(text)
    for heading in HEADINGS:
        section = merged_section(page, heading, wanted.get(heading, ()), written.get(heading, ()))
        page = page if section is None else page.put(section)
    return page.render()
