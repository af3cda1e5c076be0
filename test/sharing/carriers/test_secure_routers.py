"""Routers with TLS and access control, set up with the shipped configurations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import zenoh
from certificates import Authority
from zenoh_network import Hearing, Router, anybody, free_port, turn_until

from robot_memory.foundation.config_files import config_file
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier
from robot_memory.sharing.carriers.zenoh_config import UPDATES
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE

ALEX, BOB = "RRN-000000000001", "RRN-000000000002"


def shipped(name: str, **given: Any) -> str:
    """Return a shipped configuration as JSON, with some values changed."""
    config = zenoh.Config.from_file(config_file(name))
    for key, value in given.items():
        config.insert_json5(key.replace("__", "/"), json.dumps(value))
    return str(config)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """A router as shipped, for Alex, who may publish, and Bob, who may only listen."""
    authority = Authority(tmp_path)
    certificate, key = authority.issue("router")
    endpoint, elsewhere = (f"tls/127.0.0.1:{free_port()}" for _ in range(2))
    tls = {
        "root_ca_certificate": authority.file, "enable_mtls": True,
        "listen_certificate": certificate, "listen_private_key": key,
        "connect_certificate": certificate, "connect_private_key": key,
    }  # fmt: skip
    router = Router(
        endpoint,
        shipped("zenoh_router.json5", listen__endpoints=[endpoint], connect__endpoints=[],
                transport__link__tls=tls),
    )  # fmt: skip
    router.start()
    other_site = Router(
        elsewhere,
        shipped("zenoh_router.json5", listen__endpoints=[elsewhere], connect__endpoints=[endpoint],
                transport__link__tls=tls),
    )  # fmt: skip
    made: list[ZenohCarrier] = []

    def join(
        name: str, issued_by: Authority = authority, believes: Authority = authority,
        endpoint: str = endpoint,
    ) -> Any:  # fmt: skip
        certificate, key = issued_by.issue(name)
        tls = {
            "root_ca_certificate": believes.file, "enable_mtls": True,
            "connect_certificate": certificate, "connect_private_key": key,
        }  # fmt: skip
        file = tmp_path / f"{name}.json5"
        file.write_text(
            shipped("zenoh_robot.json5", connect__endpoints=[endpoint], transport__link__tls=tls)
        )
        made.append(ZenohCarrier(str(file), anybody))
        return Hearing(made[-1])

    yield SimpleNamespace(
        join=join, other=Authority(tmp_path, "other"), endpoint=endpoint, other_site=other_site
    )
    for each in made:
        each.close()
    other_site.stop()
    router.stop()


def problem_of(side: Any) -> str:
    """Wait for a carrier's problem, and return it."""
    assert turn_until(lambda: side.carrier.status().problem, side)
    return side.carrier.status().problem


def test_a_robot_can_publish_only_under_its_own_key(site):
    alex, bob = site.join(ALEX), site.join(BOB)
    alex.carrier.publish(BOB, b"in the place of another one")
    alex.carrier.publish(ALEX, b"own words")

    assert turn_until(lambda: bob.heard, alex, bob)
    turn_until(lambda: False, alex, bob, patience=1.0)
    assert bob.heard == [(ALEX, b"own words")]


def test_the_shipped_router_forwards_no_message_above_the_maximum_update_size(site, tmp_path):
    alex, bob = site.join(ALEX), site.join(BOB)
    config = zenoh.Config.from_file(tmp_path / f"{BOB}.json5")
    config.insert_json5("transport/shared_memory/enabled", "false")
    unlimited = zenoh.open(config)
    heard: list[int] = []
    unlimited.declare_subscriber(UPDATES, lambda sample: heard.append(len(sample.payload)))

    def speak() -> bool:
        for size in (MAX_SAMPLE + 1, MAX_SAMPLE):
            alex.carrier.publish(ALEX, bytes(size))
        return bool(heard)

    assert turn_until(speak, alex, bob)
    turn_until(lambda: False, alex, bob, patience=0.5)
    unlimited.close()
    assert set(heard) == {MAX_SAMPLE}


def test_the_shipped_router_has_shared_memory_switched_off():
    config = zenoh.Config.from_file(config_file("zenoh_router.json5"))

    assert config.get_json("transport/shared_memory/enabled") == "false"


def test_a_robot_reports_that_the_router_refuses_its_foreign_certificate(site):
    problem = problem_of(site.join("stranger", issued_by=site.other))

    assert f"{site.endpoint}: the router refuses this robot's certificate" in problem
    assert "is kept, and sent once it is connected" in problem


def test_a_router_with_a_foreign_certificate_is_refused(site):
    problem = problem_of(site.join(ALEX, believes=site.other))

    assert "the router's certificate is not accepted: unable to get local issuer" in problem


def test_updates_from_before_and_after_two_sites_connect_reach_the_other_site(site):
    alex = site.join(ALEX)
    alex.carrier.publish(ALEX, b"before")
    assert turn_until(lambda: alex.carrier.status().values, alex)
    site.other_site.start()
    bob = site.join(BOB, endpoint=site.other_site.endpoint)

    assert turn_until(lambda: bob.heard, alex, bob)
    alex.carrier.publish(ALEX, b"after")
    assert turn_until(lambda: len(bob.heard) == 2, alex, bob)
    assert bob.heard == [(ALEX, b"before"), (ALEX, b"after")]
