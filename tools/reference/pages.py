"""All files that are generated."""

from __future__ import annotations

from pathlib import Path

from reference.command_line import command_line_page
from reference.http_api import http_api_page
from reference.index import DOCS, index_page
from reference.interfaces import services_page, topics_page
from reference.launching import launch_page
from reference.parameters import parameters_page
from reference.params_file import params_file, params_path
from reference.perception import detectors_page, rules_page
from reference.python_api import python_api_page
from reference.word_table import word_table_file, word_table_path
from robot_memory.faces.web.openapi import EXAMPLES


def pages() -> dict[Path, str]:
    """Return the text of each file, by its path."""
    reference = {
        "command-line.md": command_line_page(),
        "detectors.md": detectors_page(),
        "http-api.md": http_api_page(),
        "launch.md": launch_page(),
        "parameters.md": parameters_page(),
        "python.md": python_api_page(),
        "rules.md": rules_page(),
        "services.md": services_page(),
        "topics.md": topics_page(),
    }
    return {
        **{DOCS / "reference" / name: text for name, text in reference.items()},
        params_path(): params_file(),
        word_table_path(): word_table_file(),
        DOCS / "README.md": index_page(),
    }


def write() -> None:
    """Write each changed file; twice, as the index reads the titles of the other pages."""
    from reference.http_examples import examples_file  # needs the extra `web`

    for _ in range(2):
        for path, text in {**pages(), EXAMPLES: examples_file()}.items():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(path)
