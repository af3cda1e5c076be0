"""An error of the operating system has the remedy of that error (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("web_bridge logs an error: bind: [Errno 98] Address already in use", "already uses"),
        ("rosbridge_server logs an error: Address already in use", "already uses"),
        ("hub logs an error: [Errno 99] Cannot assign requested address", "this computer has"),
        ("can_reader logs an error: can1 - ioctl() failed", "`ip link`"),
        ("can_bridge logs an error: Failed to create CAN socket.", "`ip link`"),
        ("colour logs an error: /dev/i2c-3 bus does not exist", "enabled on the computer"),
        ("store logs an error: [Errno 30] Read-only file system: 'a'", "check the disk"),
        ("probe logs an error: send: [Errno 101] Network is unreachable", "network of the other"),
        ("fc logs an error: Connection Error: [Errno 2] No such file: '/dev/ttyACM1'", "port name"),
        ("store logs an error: Failed to save: No space left on device", "free disk space"),
        ("base logs an error: connect: Connection refused", "its program runs"),
        ("imager logs an error: /dev/video0: Device or resource busy", "already uses"),
        ("imager logs an error: Cannot start the stream: Invalid argument", "what it can do"),
    ],
)
def test_an_error_of_the_system_has_its_own_remedy(text: str, words: str):
    assert words in advice_for(text)


def test_an_argument_that_the_node_names_is_a_value_that_somebody_gave():
    assert advice_for("arm logs an error: Invalid argument value [cycle_ms]: 7").startswith(
        "find where that value comes from"
    )


def test_an_address_of_a_device_that_is_used_twice_is_no_port_of_a_program():
    advice = advice_for("bus logs an error: node id 4: address already used")

    assert advice == "give each device an address of its own"
