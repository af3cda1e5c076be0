"""What federation needs at its start, and the error if something is missing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import mldsa
from robots import keys_of

from robot_memory.foundation.errors import FederationRefused, InvalidKeys
from robot_memory.foundation.identity import robot_keys
from robot_memory.foundation.identity.card import read_card
from robot_memory.foundation.identity.robot_keys import write_keys
from robot_memory.foundation.settings import Settings
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.exchange_setup import make_own_keys


@pytest.fixture
def memory(home: Path):
    with RobotMemory.open(home, settings=Settings(rrn="RRN-000000000001")) as opened:
        yield opened


def test_keys_are_made_once(memory):
    make_own_keys(memory.home, memory.rrn)
    before = memory.home.keys.read_bytes()
    make_own_keys(memory.home, memory.rrn)

    assert memory.home.keys.read_bytes() == before


def test_keys_are_made_once_by_concurrent_starts(memory, monkeypatch):
    made, make = [], robot_keys.make_keys
    monkeypatch.setattr(robot_keys, "make_keys", lambda rrn: made.append(rrn) or make(rrn))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: make_own_keys(memory.home, memory.rrn), range(8)))

    assert made == [memory.rrn]
    assert read_card(memory.home.card.read_text(), "card") == memory.federate(print).card


def test_a_missing_or_damaged_card_is_written_again(memory):
    make_own_keys(memory.home, memory.rrn)
    card = memory.home.card.read_bytes()
    for spoil in (memory.home.card.unlink, lambda: memory.home.card.write_bytes(b"?")):
        spoil()
        make_own_keys(memory.home, memory.rrn)
        assert memory.home.card.read_bytes() == card


def test_federation_without_keys_is_refused_with_the_command_that_makes_them(memory):
    with pytest.raises(FederationRefused, match=r"`robot-memory --home .* init` makes them"):
        memory.federate(print)


def test_keys_of_another_robot_are_not_used(memory):
    write_keys(memory.home.keys, keys_of(2))

    for attempt in (lambda: memory.federate(print), lambda: make_own_keys(memory.home, memory.rrn)):
        with pytest.raises(FederationRefused, match="is of RRN-000000000002, this robot is"):
            attempt()


def test_damaged_keys_are_reported_and_not_changed(memory):
    make_own_keys(memory.home, memory.rrn)
    memory.home.keys.write_bytes(b"{}")

    for attempt in (lambda: memory.federate(print), lambda: make_own_keys(memory.home, memory.rrn)):
        with pytest.raises(InvalidKeys):
            attempt()
    assert memory.home.keys.read_bytes() == b"{}"


class _NoSuchKey:
    @staticmethod
    def from_seed_bytes(seed: bytes):
        raise UnsupportedAlgorithm("ML-DSA is not supported by this OpenSSL")


@pytest.mark.parametrize("package", ["is missing", "is too old", "has an old OpenSSL"])
def test_without_cryptography_federation_is_refused_with_what_to_install(
    memory, monkeypatch, package
):
    def find(name: str):
        if package == "is missing":
            raise ModuleNotFoundError("No module named 'cryptography'")

    if package == "has an old OpenSSL":
        monkeypatch.setattr(mldsa, "MLDSA65PrivateKey", _NoSuchKey)
    else:
        monkeypatch.setattr(importlib.util, "find_spec", find)

    for attempt in (lambda: memory.federate(print), lambda: make_own_keys(memory.home, memory.rrn)):
        with pytest.raises(FederationRefused, match=r"`pip install 'cryptography>=47'`"):
            attempt()


def run_without_cryptography(script: str) -> tuple[int, str]:
    """Run Python without the cryptography package; return the exit status and stderr."""
    hidden = f"import sys; sys.modules['cryptography'] = None\n{script}"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True,
                          timeout=60, check=False, cwd=Path(__file__).parents[3])  # fmt: skip
    return done.returncode, done.stderr


def test_a_memory_works_without_cryptography(home):
    script = f"""
from robot_memory import RobotMemory
with RobotMemory.open({str(home)!r}) as memory:
    memory.remember('environment_note', 'Kitchen doorway has a 3 cm lip')
    assert memory.peers.shared()
"""
    assert run_without_cryptography(script) == (0, "")


@pytest.mark.ros
def test_a_node_without_federation_needs_no_cryptography():
    pytest.importorskip("rclpy", reason="no rclpy: source ROS 2, or run make test")

    assert run_without_cryptography("import robot_memory.faces.ros.memory_node") == (0, "")
