"""No text from outside makes a regular expression of the package slow."""

from __future__ import annotations

import ast
import json
import math
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from package_patterns import PackagePattern
from pattern_cost import growth

import robot_memory
from robot_memory.foundation.text.outside_text import LONGEST_MESSAGE
from robot_memory.foundation.wording.known_nodes import with_part
from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.perception.rule import matches

HERE, PACKAGE = Path(__file__).parent, Path(robot_memory.__file__).parent
#: They read :func:`plain_words`, which has at most 1,000 characters.
ON_SHORT_TEXTS = {"robot_memory.foundation.wording.advice"}
#: Secrets of up to 4,096 characters are matched whole: the rest of a cut one would be stored.
LONG_COUNTS = {"robot_memory.foundation.secrets.secret_patterns": 4096}
#: Functions that make a pattern of a text: of its words as they are (``re.escape``), or of what the
#: package has in YAML, which :mod:`package_patterns` lists.
MADE_OF_WORDS = {
    "entries.archive_text._cut",
    "entries.item_lines._items",
    "entries.near_duplicates._starts",
    "sharing.federation.share_selection._withheld_word",
    "governance.schemas.__init__._matches",  # of the schemas, below
    "foundation.text.part_names.__init__",
    "foundation.disk.files.damaged_copies",
    "perception.operating_record._names",
    "perception.occurrences.freeze_frame.freeze",
}
LISTED = {
    "long_term.night_shift.session_turns.load_patterns",
    "perception.fault_grouping.effect_stage._together",
    "long_term.recall.question_words._any_of",
    "long_term.recall.question_words._time_patterns",
    "long_term.recall.time_span._form",
    "foundation.secrets.secret_patterns.compiled",
    "foundation.wording.advice._fault",
    "foundation.wording.known_nodes.part_of_node",
}
_MODULE_FUNCTIONS = {
    "compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"
}  # fmt: skip
#: Modules that make patterns; only the first may be imported as a whole.
_MAKERS = ("re", "fnmatch", "regex", "re2", "sre_compile", "sre_parse", "_sre")
_NAMES_A_MAKER = re.compile(rf"\b(?:{'|'.join(_MAKERS)})\b")
#: Functions that make no pattern, or only of `*`, `?`, `[...]`, which cannot multiply (see below).
_HARMLESS = {
    "escape", "error", "Match", "Pattern", "A", "I", "M", "S", "X", "ASCII", "DOTALL", "IGNORECASE",
    "MULTILINE", "VERBOSE", "RegexFlag", "fnmatch", "fnmatchcase",
}  # fmt: skip
_REPEATED = ["0", "a", "A", " ", "_", "-", ".", ",", "1,", "1.1,", "a_", "_a1", "aA", "a: ",
             "[1] ", "::a", "/a", "a b ", "password=", "<!--", '"', "'", "…", "1:", "é",
             "\t\n"]  # fmt: skip


@pytest.fixture(scope="module")
def patterns() -> list[PackagePattern]:
    for module in ("cryptography", "jinja2", "mcp", "starlette", "textual", "uvicorn", "zenoh"):
        pytest.importorskip(module, reason="all modules of the package are imported: make test")
    done = subprocess.run(
        [sys.executable, str(HERE / "package_patterns.py")],
        capture_output=True, text=True, check=True, timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return [PackagePattern(*row) for row in json.loads(done.stdout)]


@pytest.mark.parametrize(
    ("pattern", "power"),
    [
        (r"\d+", 1), (r"\d+x", 2), (r"(?<!\d)\d+x", 1), (r"\s+$", 2), (r"\b\w+\b", 1),
        (r"(?:ab)*", 1), (r"\A.*b", 1), (r".*a.*b", 3), (r"\d+a\d+b", 2), (r"\d{1,20}x", 1),
        (r"[0-9]+x", 2), (r"\d{1,2000}x", 2), (r"(?:(?=\d*x)\d)*", 2), (r"[A-Z]+(?![a-z])\d*", 1),
        (r"(?:\d+[_\d]*)+x", math.inf), (r"(?:a|a)*b", math.inf), (r"(?:\w+)*x", math.inf),
        (r"(?:a|b|ab)*c", math.inf), (r"(?i)(?:ab|AB)*c", math.inf),
    ],
)  # fmt: skip
def test_the_growth_of_a_patterns_time_is_computed_without_running_it(pattern, power):
    assert growth(pattern) == power


def test_no_pattern_takes_superlinear_time_except_on_short_texts(patterns):
    too_long = {}
    for one in patterns:
        most = 2 if one.module in ON_SHORT_TEXTS else 1
        power = growth(one.pattern, one.flags, search=one.search, full=one.full, limit=20)
        if most < power < math.inf:  # large counts cost a fixed factor, if they do not multiply
            limit = LONG_COUNTS.get(one.module, 1000)
            power = growth(one.pattern, one.flags, search=one.search, full=one.full, limit=limit)
        if power > most:
            too_long[one.module, one.pattern] = power

    assert len(patterns) > 500
    assert not too_long


def test_patterns_made_at_run_time_are_of_plain_words_or_listed():
    assert set(_makers()) == MADE_OF_WORDS | LISTED


def test_patterns_are_made_in_no_unchecked_way():
    """Patterns made in other ways would not be found above."""
    other = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for path, source in _sources()
        for line in _other_ways(source)
    }
    assert other == set()


@pytest.mark.parametrize(
    "source",
    [
        "from re import compile", "from re import compile as made", "import re as r",
        "import regex", "import re, regex", "import sre_compile", "from fnmatch import translate",
        "import fnmatch", "make = re.compile",
        "map(re.compile, words)", "getattr(re, 'compile')(words)", "use(re)",
        "re.Scanner(words)", "re.compile(pattern=words)", "made = lambda words: re.compile(words)",
    ],
)  # fmt: skip
def test_an_unchecked_way_to_make_a_pattern_is_detected(source):
    assert list(_other_ways(source))


@pytest.mark.parametrize(
    "source",
    [
        "import re\nre.compile(words, re.M)", "def f(match: re.Match[str]) -> re.Pattern[str]: ...",
        "lambda text: re.escape(text)", "lambda text: re.sub('a', 'b', text)",
        "try: pass\nexcept re.error: pass", "from fnmatch import fnmatch, fnmatchcase",
    ],
)  # fmt: skip
def test_the_usual_ways_to_make_a_pattern_are_accepted(source):
    assert not list(_other_ways(source))


def test_the_patterns_of_the_schemas_are_linear():
    found = {
        pattern
        for file in PACKAGE.rglob("*.json")
        for pattern in _values("pattern", file.read_text())
    }
    assert {pattern for pattern in found if growth(pattern) > 1} == set()


def test_a_text_for_quadratic_patterns_is_shortened():
    assert len(plain_words("aA" * LONGEST_MESSAGE)) <= 1500


def test_a_name_with_a_long_run_of_digits_is_handled_quickly():
    name = "client_" + "8949" * 60 + "_tf"

    assert with_part(f"{name} logs an error: lost", name) == f"{name} logs an error: lost"


def test_no_pattern_takes_a_second_for_the_longest_message(patterns):
    """Half the length takes at most a quarter of a second: no time grows faster than its square."""
    program, half = Path(HERE / "pattern_times.py"), LONGEST_MESSAGE // 2
    given = json.dumps([patterns, [(part * half)[:half] for part in _REPEATED]])
    done = subprocess.run(
        [sys.executable, str(program)], input=given, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_a_topic_pattern_with_many_wildcards_is_evaluated_quickly():
    """Rules, and the black box settings, accept ``*`` and ``?``, but no regular expressions."""
    began = time.process_time()

    assert not matches(f"/{'a' * 500}", f"{'*a' * 60}*b", "/")
    assert time.process_time() - began < 1.0


def _sources() -> Iterator[tuple[Path, str]]:
    """Yield the modules of the package that name a pattern-making function."""
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if _NAMES_A_MAKER.search(source):
            yield path, source


def _makers() -> Iterator[str]:
    """Yield the functions that make a pattern from a non-constant."""
    for path, source in _sources():
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        tree = ast.parse(source)
        for function in ast.walk(tree):
            has_name = isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
            if has_name and any(map(_makes_of_a_variable, ast.walk(function))):
                yield f"{module}.{function.name}"


def _makes_of_a_variable(node: ast.AST) -> bool:
    """Whether a node is a call of ``re`` with a non-constant pattern."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and _is_re(node.func.value)
        and node.func.attr in _MODULE_FUNCTIONS
        and not (node.args and isinstance(node.args[0], ast.Constant))
    )


def _is_re(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "re"


def _other_ways(source: str) -> Iterator[int]:
    """Yield the lines in which a pattern is or may be made where :func:`_makers` does not look.

    It looks for ``re.FUNCTION(PATTERN, ...)`` in functions that have a name. Outside of functions
    a pattern is made when its module is imported, which :mod:`package_patterns` notes.
    """
    tree = ast.parse(source)
    called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    of_re = {
        id(node.value): node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and _is_re(node.value)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            is_other = any(one.name in _MAKERS[1:] or (one.name == "re" and one.asname)
                           for one in node.names)  # fmt: skip
        elif isinstance(node, ast.ImportFrom):
            names = {one.name for one in node.names}
            is_other = node.module in _MAKERS and not names <= _HARMLESS
        elif _is_re(node):
            is_other = not (id(node) in of_re and _is_usual(of_re[id(node)], called))
        elif isinstance(node, ast.Lambda):
            is_other = any(map(_makes_of_a_variable, ast.walk(node)))
        else:
            is_other = False
        if is_other:
            yield node.lineno


def _is_usual(used: ast.Attribute, called: dict[int, ast.Call]) -> bool:
    if used.attr not in _MODULE_FUNCTIONS:
        return used.attr in _HARMLESS
    return id(used) in called and bool(called[id(used)].args)


def _values(name: str, text: str) -> Iterator[str]:
    def found(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get(name), str):
                yield value[name]
            value = list(value.values())
        if isinstance(value, list):
            for part in value:
                yield from found(part)

    yield from found(json.loads(text))
