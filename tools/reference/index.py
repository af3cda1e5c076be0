"""The index of the documentation: a list for each kind of page, from the pages' titles."""

from __future__ import annotations

from pathlib import Path

from reference.markdown import HEAD

DOCS = Path(__file__).resolve().parents[2] / "docs"
_KINDS = (
    ("How-to guides", "how-to", "Each has a goal, the steps, a check, and how to undo it."),
    ("Reference", "reference", "Complete and exact; for looking things up."),
    ("Explanation", "explanation", "How it works, and why."),
    ("The source documents", "conformance",
     "A page for each published document: what it asks for, and where the code does it."),
    ("Decisions", "decisions", "One short page for each decision: its reason and its price."),
)  # fmt: skip


def index_page() -> str:
    """Return the page."""
    parts = [
        "# Documentation",
        HEAD.strip(),
        "## Tutorial",
        f"Begin here.\n\n{_line('tutorial.md')}",
    ]
    for title, folder, purpose in _KINDS:
        names = sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / folder).glob("*.md"))
        overview = f"{folder}/README.md"
        if overview in names:
            purpose = f"{purpose} [Overview]({overview})."
            names.remove(overview)
        if folder != "decisions":  # the overview of the decisions lists them
            purpose += "\n\n" + "\n".join(map(_line, names))
        if (DOCS / folder).is_dir():
            parts += [f"## {title}", purpose]
    top = {path.name for path in DOCS.glob("*.md")} - {"README.md", "tutorial.md"}
    parts += ["## Specification, architecture, scores", "\n".join(map(_line, sorted(top)))]
    return "\n\n".join(parts) + "\n"


def _line(name: str) -> str:
    text = (DOCS / name).read_text(encoding="utf-8")
    written = " (written from the code)" if HEAD.strip() in text else ""
    return f"- [{text.splitlines()[0].lstrip('# ')}]({name}){written}"
