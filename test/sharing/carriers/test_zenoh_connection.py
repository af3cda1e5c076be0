"""Connection problems with the router are reported with advice, and clear by themselves."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from zenoh_network import Router, anybody, client, free_port, turn_until

from robot_memory.foundation.errors import FederationRefused
from robot_memory.sharing.carriers import zenoh_carrier
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier, ZenohConnection, diagnose
from robot_memory.sharing.carriers.zenoh_config import read_config


@pytest.fixture
def connection(tmp_path: Path, router: Router) -> Iterator[ZenohConnection]:
    router.stop()
    connection = ZenohConnection(client(tmp_path, router.endpoint))
    yield connection
    connection.close()


def refusal_of(path: str) -> str:
    with pytest.raises(FederationRefused) as refused:
        read_config(path)
    return str(refused.value)


def test_a_missing_zenoh_library_is_reported_with_the_package_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "zenoh", None)

    assert "'eclipse-zenoh>=1.10,<2'`" in refusal_of("")


def test_a_missing_configuration_file_is_named(tmp_path):
    assert refusal_of(str(tmp_path / "none")).endswith(f"there is no file {tmp_path / 'none'}")


def test_an_unreadable_configuration_file_is_named_with_the_reason(tmp_path, monkeypatch):
    def refuse(file: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(file))

    monkeypatch.setattr(Path, "is_file", refuse)

    refusal = refusal_of(str(tmp_path / "zenoh.json5"))

    assert f"the file {tmp_path / 'zenoh.json5'} cannot be read" in refusal
    assert "Permission denied" in refusal


@pytest.mark.parametrize("host", ["router..example", f"{'a' * 64}.example"])
@pytest.mark.parametrize("protocol", ["tcp", "tls"])
def test_an_invalid_host_name_is_reported(protocol, host):
    endpoint = f"{protocol}/{host}:7447"

    assert diagnose(endpoint, {}).startswith(f"{endpoint}: {host} is no name of a host: ")


@pytest.mark.parametrize("port", ["²", "0", "65536", "7" * 20, "", "x"])
def test_an_invalid_port_is_reported(port):
    assert "the port is no number from 1 to 65535" in diagnose(f"tcp/127.0.0.1:{port}", {})


@pytest.mark.parametrize("sign", ["#", "?"])
def test_options_after_a_routers_address_are_not_reported_because_they_may_contain_a_key(sign):
    told = diagnose(f"tcp/127.0.0.1:0{sign}connect_private_key_base64=c2VjcmV0", {})

    assert told.startswith("tcp/127.0.0.1:0: ")
    assert "c2VjcmV0" not in told


def test_an_unexpected_error_is_reported_and_the_connection_is_tried_again(
    tmp_path, monkeypatch, router
):
    attempts: list[str] = []

    def fail_once(path: str) -> object:
        attempts.append(path)
        if len(attempts) == 1:
            raise LookupError("odd")
        return read_config(path)

    monkeypatch.setattr(zenoh_carrier, "read_config", fail_once)
    monkeypatch.setattr(zenoh_carrier, "_REPAIR", 0.3)
    connection = ZenohConnection(client(tmp_path, router.endpoint))

    assert turn_until(lambda: connection.status.problem)
    assert "LookupError: odd" in connection.status.problem
    assert connection.status.needs_person
    assert turn_until(lambda: connection.is_connected and not connection.status.problem)
    connection.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [("{mode: 'clint'}", "expected"), ("{nonsense: 1}", "expected one of"), ("{", "line 1")],
)
def test_an_invalid_configuration_file_is_refused_with_the_reason(tmp_path, text, says):
    file = tmp_path / "zenoh.json5"
    file.write_text(text)

    refusal = refusal_of(str(file))

    assert refusal.startswith(f"{file} is no Zenoh configuration: ")
    assert says in refusal


@pytest.mark.parametrize(
    "text",
    [
        '{transport: {link: {tls: {connect_private_key_base64: "TUlJRXZRSUJBRE\n}}}}',
        '{transport: {auth: {usrpwd: "TUlJRXZRSUJBRE"}}}',
        '{transport: {auth: {usrpwd: {user: "fleet", TUlJRXZRSUJBRE: "password"}}}}',
        "{transport: {auth: {usrpwd: {password:\nTUlJRXZRSUJBRE}}}}",
    ],
)
def test_a_refusal_quotes_no_text_of_the_configuration(tmp_path, text):
    file = tmp_path / "zenoh.json5"
    file.write_text(text)

    assert "TUlJR" not in refusal_of(str(file))


def test_a_missing_configuration_file_needs_a_person_and_publishing_raises_no_error(tmp_path):
    carrier = ZenohCarrier(str(tmp_path / "none"), anybody)
    assert turn_until(lambda: carrier.status().problem)

    carrier.publish("RRN-000000000001", b"words")
    carrier.tick(0.0)

    assert carrier.status().needs_person
    carrier.close()


def test_an_unreachable_router_is_reported_and_is_connected_once_it_starts(connection, router):
    assert turn_until(lambda: connection.status.problem)
    assert connection.status.problem == (
        f"no router is connected: {router.endpoint}: not reached: connection refused; what this "
        "robot says is kept, and sent once it is connected"
    )
    assert not connection.status.needs_person

    router.start()

    assert turn_until(lambda: connection.is_connected and not connection.status.problem)


def test_a_server_that_is_not_a_router_is_reported(tmp_path):
    with socket.create_server(("127.0.0.1", free_port())) as server:
        connection = ZenohConnection(
            client(
                tmp_path,
                f"tcp/127.0.0.1:{server.getsockname()[1]}",
                transport={"unicast": {"open_timeout": 1000}},
            )
        )
        found = turn_until(lambda: connection.status.problem, patience=30.0)
        problem = connection.status.problem
        connection.close()

    assert found
    assert "it answers, but admits no Zenoh session" in problem
