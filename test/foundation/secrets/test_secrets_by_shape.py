"""Secrets recognised by their shape: beside a name, in a list, in CSV rows, inside a name."""

from __future__ import annotations

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.errors import InvalidPacket
from robot_memory.foundation.identity.tokens import CallerKind, name_defects
from robot_memory.foundation.secrets.secrets_filter import (
    Filtered,
    filtered,
    screened,
    tells_a_secret,
)
from robot_memory.governance.operators import check_new_name

SECRET = "hunter2xyz"
NEAR = [
    "password/SECRET", "password-SECRET", "password_SECRET", "password.SECRET", "password, SECRET",
    "password;SECRET", "password ~ SECRET", "pw SECRET", "door code SECRET", "session key: SECRET",
    "network key: SECRET", "lösenord är SECRET", "heslo je SECRET",
    "{name: password, value: SECRET}",
    "password [SECRET]", "password,SECRET\nuser,robot", "user\tpassword\nrobot\tSECRET",
    "key: password, value: SECRET", "setting password to SECRET", "snmp community SECRET",
    "parameter wifi_password changed from '' to 'SECRET'", "The wifi password is now SECRET.",
    "SECRET is the wifi password", "SECRET (password)", "I changed the password to SECRET",
    "password has been set to SECRET", "password reset; new one is SECRET",
    "the admin password should be SECRET", "password must be SECRET", "password - SECRET",
    "password? SECRET", "password! SECRET", "api key for maps is SECRET", "token for bot: SECRET",
    "the token of the web page is SECRET", "the passphrase of the disk reads SECRET",
    "password = (SECRET)", "password: <SECRET>", "token-SECRET", "secret.SECRET",
    "wifi_psk_SECRET", "api-key-SECRET", "mysql --pass SECRET", "the password, SECRET, works",
]  # fmt: skip


@pytest.mark.parametrize("text", NEAR)
def test_a_text_that_is_not_a_word_near_a_secrets_name_is_removed(text):
    found = filtered(text.replace("SECRET", SECRET))

    assert SECRET not in found.text
    assert filtered(found.text) == Filtered(found.text)


@pytest.mark.parametrize(
    "text",
    [
        "token of robot77 expired", "password for robot77 is wrong", "no token. Robot77 waits",
        "lost the token, robot77 stopped", "no token - robot77 waits", "robot77 password is wrong",
        "sent the password to robot77", "robot77 is the token holder", "dock33b (token ring)",
        "WPA-PSK-SHA256 selected", "password_retries2 exceeded", "token_bucket1 overflow",
        "password must be 8-64chars long", "password set on 2026-03-01T10:00Z", "token/base64url",
        "private key id_ed25519 loaded", "secret in vault2/robot77", "pw controller3 stopped",
        "API key is in notes/setup2.md", "wifi key exchange with ap3b failed", "psk/wlan0",
        "FCU URL: udp://127.0.0.1:14557@14555", "udp://:14540@127.0.0.1:14557 opened",
        "door code reader4c offline", "I lost the password, it seems\nrobot77, dock33b",
    ],
)  # fmt: skip
def test_ordinary_identifiers_near_a_secrets_name_stay(text):
    assert filtered(text) == Filtered(text)


def test_a_password_in_a_udp_address_is_removed():
    assert SECRET not in filtered(f"udp://robot:{SECRET}@127.0.0.1:14557").text


@pytest.mark.parametrize(
    "data",
    [
        ["password", SECRET], ["wifi password", SECRET], ["lab", "Passwort", SECRET, "dock"],
        ["password", "is", SECRET], ["password", "=", SECRET], ["password", None, SECRET],
        ["nmcli", "con", "mod", "lab", "password", SECRET], ["sshpass", "-p", SECRET, "ssh"],
        ["curl", "-u", f"robot:{SECRET}"], ["mysql", f"-p{SECRET}"], ["--pass", f"a {SECRET}"],
        [SECRET, "password"], ("psk", SECRET), ["api key", SECRET],
        [["name", "password"], ["bob", SECRET]], {"names": ["u", "psk"], "values": ["bob", SECRET]},
    ],
)  # fmt: skip
def test_a_secret_split_over_the_texts_of_a_list_is_removed(data):
    assert SECRET not in str(screened(data))


@pytest.mark.parametrize(
    "data",
    [
        ["Invalid password:", "Motor 3 hot"], ["the password", "was changed"], ["dock3b", "token"],
        ["floor", "dock3b"], ["password", 48], [["name", "door"], ["bob", SECRET]],
    ],
)  # fmt: skip
def test_ordinary_texts_of_a_list_stay(data):
    assert screened(data) == data


@pytest.mark.parametrize("tags", [["password", SECRET], ["wifi password", SECRET], [SECRET, "psk"]])
def test_a_secret_split_over_the_tags_of_a_chunk_is_removed(home, tags):
    with RobotMemory.open(home) as memory:
        chunks = memory.long_term.chunks
        chunk = chunks.create_chunk("a note", tags=tags)
        changed = chunks.update_chunk(chunks.create_chunk("other").id, tags=tags)

    assert SECRET not in f"{chunk} {changed}"


def test_a_secret_text_whose_tag_names_it_is_removed(home):
    with RobotMemory.open(home) as memory:
        chunk = memory.long_term.chunks.create_chunk(SECRET, tags=["password"])
        memory.remember("environment_note", SECRET, tags=["wifi password"])
        entries = memory.entries()

    assert SECRET not in f"{chunk} {entries}"


NAMES = ["password-hunter2", "wifi-password-hunter2xyz", "token.hunter2xyz", "psk_fl4ming0s",
         "pw-fl4ming0s", "password=hunter2"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_contains_a_secret_is_refused_without_showing_it(name):
    secret = "hunter2" if "hunter2" in name else "fl4ming0s"
    (defect,) = name_defects(name, CallerKind.AGENT, ())
    with pytest.raises(InvalidPacket) as refused:
        check_new_name(name)

    assert "looks like a password, a token or a key" in str(defect)
    assert secret not in f"{defect} {refused.value}"


@pytest.mark.parametrize(
    "name", ["ada", "token-ring", "wifi-password-reset", "bot@site2a", "dock3b"]
)
def test_an_ordinary_name_does_not_count_as_a_secret(name):
    assert not tells_a_secret(name)
