"""The dependencies of robot_memory: listed with versions, and all may be shipped with it."""

from __future__ import annotations

import re

import bill_of_materials as bill
import pytest

#: Licences of code that may be combined with Apache-2.0 code and passed on.
ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0",
    "PSF-2.0", "Zlib",
}  # fmt: skip


def is_allowed(expression: str) -> bool:
    """Whether a licence expression without parentheses is allowed."""
    return all(
        any(one.strip() in ALLOWED for one in part.split(" OR "))
        for part in expression.split(" AND ")
    )


@pytest.fixture(scope="module")
def found():
    pytest.importorskip("mcp", reason="lists what `make test` installs")
    return bill.components(bill.requirements())


def test_every_shipped_package_has_a_licence_compatible_with_apache_2(found):
    refused = {name: one.licence for name, one in found.items() if not is_allowed(one.licence)}

    assert refused == {}


@pytest.mark.parametrize(
    ("expression", "is_fine"),
    [("MIT", True), ("EPL-2.0 OR Apache-2.0", True), ("MIT AND GPL-3.0-only", False), ("", False)],
)
def test_one_alternative_and_every_part_of_a_licence_must_be_allowed(expression, is_fine):
    assert is_allowed(expression) is is_fine


def test_the_bill_lists_all_dependencies_of_the_package_and_its_extras(found):
    listed = bill.as_cyclonedx(found, "1.2.3")
    own, *others = listed["dependencies"]
    references = {one["bom-ref"] for one in listed["components"]}

    assert {"numpy", "pyyaml", "cryptography", "rosbags", "starlette", "mcp"} <= found.keys()
    assert set(own["dependsOn"]) <= references
    assert {one["ref"] for one in others} == references
    assert all(re.fullmatch(r"pkg:pypi/[a-z0-9-]+@[\w.+]+", one) for one in references)


def test_a_dependency_of_tests_only_is_not_listed(found):
    assert "pytest" not in found
