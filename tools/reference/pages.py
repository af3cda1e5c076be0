"""All pages that are generated."""

from __future__ import annotations

from reference.command_line import command_line_page
from reference.index import DOCS, index_page
from reference.interfaces import services_page, topics_page
from reference.launching import launch_page
from reference.parameters import parameters_page
from reference.perception import detectors_page, rules_page


def pages() -> dict[str, str]:
    """Return the text of each page, by its name below docs."""
    return {
        "reference/command-line.md": command_line_page(),
        "reference/detectors.md": detectors_page(),
        "reference/launch.md": launch_page(),
        "reference/parameters.md": parameters_page(),
        "reference/rules.md": rules_page(),
        "reference/services.md": services_page(),
        "reference/topics.md": topics_page(),
        "README.md": index_page(),
    }


def write() -> None:
    """Write every page that has changed; the index last, as it reads the titles of the others."""
    for _ in range(2):
        for name, text in pages().items():
            path = DOCS / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(path)
