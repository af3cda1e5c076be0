"""Which files an export and an import recognise as private keys."""

from __future__ import annotations

import base64
import json
import tarfile
from pathlib import PurePath

import pytest

from robot_memory import RobotMemory
from robot_memory.applications.transfer.exported_files import is_secret
from robot_memory.faces.cli.main import main

BASE64 = base64.b64encode(bytes(range(32))).decode()
SEED = json.dumps({"rrn": "RRN-000000000005", "ed25519_seed": "A" * 43})


def pem(kind: str) -> str:
    return f"-----BEGIN {kind}-----\nProc-Type: 4,ENCRYPTED\n\n{BASE64}\n-----END {kind}-----\n"


PEMS = [
    pem(kind)
    for kind in (
        "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY",
        "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK",
    )
]  # fmt: skip
CERTIFICATE = pem("CERTIFICATE")
TEXTS = [
    *PEMS,
    f"The key of the router:\n\n{PEMS[1]}\nand no more\n",
    " " * 100_000 + PEMS[0],
    CERTIFICATE + PEMS[0],
    json.dumps({"certificate": CERTIFICATE, "key": PEMS[0]}),
    json.dumps(json.dumps({"key": PEMS[0]})),
    json.dumps({"key": PEMS[0]}).replace("PRIVATE", "\\u0050RIVATE"),
    f"[Interface]\nPrivateKey = {BASE64}\n",
    f"[wireguard]\nprivate-key={BASE64}\n",
    f"[Peer]\nPresharedKey = {BASE64}\n",
    "PuTTY-User-Key-File-3: ssh-ed25519\n",
    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n",
    f"# public key: age1x\nAGE-SECRET-KEY-1{'Q' * 58}\n",
    json.dumps({"kty": "OKP", "crv": "Ed25519", "x": "A" * 43, "d": "B" * 43}),
    SEED,
    SEED.replace("ed25519_", "ed25519\\u005f"),
    json.dumps({"backup": SEED}),
    f"ed25519_seed: {'A' * 43}\n",
]
BINARIES = [
    bytes.fromhex("302e020100300506032b657004220420") + bytes(32),  # PKCS#8
    bytes.fromhex("307702010104207a") + bytes(40),  # SEC 1
    bytes.fromhex("308204a40201000282010100") + bytes(40),  # PKCS#1
    bytes.fromhex("308209c1020103308209") + bytes(40),  # PKCS#12
    bytes.fromhex("feedfeed00000002") + bytes(40),
    bytes.fromhex("cececece00000002") + bytes(40),
]
NOT_KEYS = [
    CERTIFICATE,
    pem("PUBLIC KEY"),
    f"[Peer]\nPublicKey = {BASE64}\n",
    json.dumps({"kty": "OKP", "crv": "Ed25519", "x": "A" * 43}),
    'The file of a robot\'s keys has an "ed25519_seed".',
    "Whoever has the private key may sign.",
]
CERTIFICATE_IN_DER = bytes.fromhex("308203a53082028da003020102") + bytes(40)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("text", TEXTS)
def test_a_file_with_a_private_key_in_it_is_secret_under_any_name(text, encoding):
    assert is_secret(PurePath("notes/about.txt"), text.encode(encoding))


@pytest.mark.parametrize("data", BINARIES)
@pytest.mark.parametrize("name", ["zenoh/robot", "semantic/robot"])
def test_a_binary_file_of_keys_is_secret_under_any_name(name, data):
    assert is_secret(PurePath(name), data)


@pytest.mark.parametrize(
    "name", ["a.key", "A.DER", "a.p12", "a.pfx", "a.jks", "a.key~", ".a.key.swp", "a.p12.bak.2"]
)
def test_a_file_with_the_name_of_a_key_file_is_secret(name):
    assert is_secret(PurePath("zenoh") / name, b"\x8f")


@pytest.mark.parametrize("text", NOT_KEYS)
def test_certificates_public_keys_and_texts_about_keys_are_not_secret(text):
    assert not is_secret(PurePath("notes/about.txt"), text.encode())


@pytest.mark.parametrize("name", ["ca", "keys.md", "key", "monkey", "a.key.md"])
def test_a_binary_certificate_without_the_name_of_a_key_file_is_not_secret(name):
    assert not is_secret(PurePath("zenoh") / name, CERTIFICATE_IN_DER)


@pytest.mark.parametrize(
    "text", [*PEMS, CERTIFICATE + PEMS[0], SEED, SEED.replace("d_", "d\\u005f")]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_record_that_contains_only_a_key_is_secret(text, encoding):
    assert is_secret(PurePath("semantic/robot.txt"), text.encode(encoding))


@pytest.mark.parametrize("text", TEXTS)
def test_a_key_quoted_in_a_record_does_not_make_the_record_file_secret(text):
    record = json.dumps({"said": text}) + "\nA line of the record.\n"
    assert not is_secret(PurePath("semantic/robot.key"), record.encode())


def test_an_export_omits_and_names_the_keys_of_other_programs(tmp_path, capsys):
    home, target = tmp_path / "home", tmp_path / "robot.tar.gz"
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")
    (home / "zenoh").mkdir()
    (home / "zenoh" / "robot.pem").write_text(CERTIFICATE + PEMS[0])
    (home / "zenoh" / "ca.pem").write_text(CERTIFICATE)

    assert main(["--home", str(home), "export", str(target)]) == 0
    assert "webhooks.yaml: zenoh/robot.pem\n" in capsys.readouterr().out
    with tarfile.open(target) as archive:
        names = archive.getnames()
    assert "zenoh/ca.pem" in names and "zenoh/robot.pem" not in names
