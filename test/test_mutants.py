"""The list of named mutations cannot rot, and the program that tries them tells what it should."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bench"))

from mutation.listed import DoesNotApplyError, Mutation, modules, read_mutations  # noqa: E402

#: The tests that hold the code to documents 001 to 004, sentence by sentence.
CONFORMANCE = [
    "test/long_term/chunks/test_document_001.py",
    "test/long_term/chunks/test_linking.py",
    "test/long_term/night_shift/test_digests_of_days.py",
    "test/long_term/night_shift/test_health_of_the_memory.py",
    "test/long_term/night_shift/test_patterns_become_knowledge.py",
    "test/long_term/night_shift/test_the_seven_steps.py",
    "test/long_term/night_shift/test_what_is_heard.py",
    "test/long_term/night_shift/test_what_leaves_at_night.py",
    "test/long_term/night_shift/test_when_it_is_due.py",
    "test/governance/test_assist_contract.py",
    "test/long_term/graph/test_document_003.py",
    "test/long_term/levels/test_document_002.py",
    "test/long_term/recall/test_document_003_recall.py",
    "test/test_document_003_configuration.py",
]
MUTATIONS = read_mutations()


def functions_of(module: str) -> list[str]:
    body = ast.parse((ROOT / module).read_text(encoding="utf-8")).body
    functions = (node for node in body if isinstance(node, ast.FunctionDef))
    return [f"{module}::{one.name}" for one in functions if one.name.startswith("test_")]


def try_mutations(tmp_path: Path, lists: str | None, *words: str) -> tuple[int, str]:
    """Run the program as `make mutants` does, with the lists that there are or a list of ours."""
    command = [sys.executable, str(ROOT / "bench" / "mutants.py"), *words]
    if lists is not None:
        (tmp_path / "ours.yaml").write_text(lists)
        command += ["--lists", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110)
    return done.returncode, done.stdout + done.stderr


def test_there_is_a_list_of_mutations_for_each_module_of_conformance_tests():
    assert set(CONFORMANCE) - set(modules()) == set()


@pytest.mark.parametrize("module", CONFORMANCE)
def test_each_conformance_test_is_one_that_some_mutation_must_make_fail(module):
    named = {test for mutation in MUTATIONS for test in mutation.tests}

    assert [test for test in functions_of(module) if test not in named] == []


def test_each_test_that_a_mutation_names_is_there():
    there = {test for module in modules() for test in functions_of(module)}

    assert {test for mutation in MUTATIONS for test in mutation.tests} - there == set()


def test_each_mutation_has_a_name_of_its_own():
    names = Counter(mutation.name for mutation in MUTATIONS)

    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("file", sorted({mutation.file for mutation in MUTATIONS}))
def test_what_mutations_replace_is_still_in_the_code(file):
    text = (ROOT / file).read_text(encoding="utf-8")

    for mutation in MUTATIONS:
        if mutation.file == file:
            changed = mutation.apply_to(text)
            if file.endswith(".py"):
                compile(changed, f"{file}, where {mutation.name}", "exec")


@pytest.mark.parametrize(
    ("text", "problem"),
    [("a = 2\n", "0 times"), ("a = 1\nb = 1\n", "2 times")],
)
def test_a_mutation_of_a_text_that_does_not_occur_once_does_not_apply(text, problem):
    with pytest.raises(DoesNotApplyError, match=problem):
        Mutation("n", "p", "f", "= 1", "= 3", ("t",)).apply_to(text)


def test_the_program_kills_mutations_and_prints_it(tmp_path):
    code, said = try_mutations(tmp_path, None, "a recall adds 0.2", "what is archived is deleted")

    assert code == 0, said
    assert [line.split()[0] for line in said.splitlines()[:2]] == ["killed"] * 2
    assert "2 mutations, 2 killed" in said


def test_a_mutation_that_nothing_notices_and_one_that_breaks_imports_fail_the_program(tmp_path):
    code, said = try_mutations(
        tmp_path,
        """
        tests: test/long_term/graph/test_document_003.py
        mutations:
        - {name: nothing changes, place: 003 §2, file: robot_memory/long_term/graph/fact_limits.py,
           replace: 'recall_boost: float = 0.3', by: 'recall_boost: float = 0.30',
           fails: [test_003_activation_and_decay_the_document_has_these_defaults]}
        - {name: nothing can be imported, place: 003 §2, file: robot_memory/foundation/home.py,
           replace: 'DEFAULT_HOME = "~/.opencastor"', by: 'DEFAULT_HOME = 1 / 0',
           fails: [test_003_activation_and_decay_the_document_has_these_defaults]}
        - {name: it is not there, place: 003 §2, file: robot_memory/long_term/graph/fact_limits.py,
           replace: 'recall_boost: float = 7', by: '',
           fails: [test_003_activation_and_decay_the_document_has_these_defaults]}
        """,
    )

    assert code == 1
    assert "SURVIVED        003 §2: nothing changes" in said
    assert "BROKEN          003 §2: nothing can be imported" in said
    assert "DOES NOT APPLY  003 §2: it is not there" in said
