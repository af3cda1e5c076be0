"""A certificate authority for tests and benchmarks; an operator makes his own in the same way."""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta, timezone
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

DAY = timedelta(days=1)
LOCAL = "127.0.0.1"


class Authority:
    """Signs certificates, and writes them as files ``<name>.pem`` and ``<name>.key``."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        self.file = self._write(name, self._key, self._name, x509.BasicConstraints(True, None))

    def issue(self, name: str, address: str = LOCAL) -> tuple[str, str]:
        """Issue a certificate for an address; return the files of the certificate and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
        certificate = self._write(name, key, _named(name), names)
        (self._folder / f"{name}.key").write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        )
        return certificate, str(self._folder / f"{name}.key")

    def _write(
        self, file: str, key: ec.EllipticCurvePrivateKey, subject: x509.Name,
        extension: x509.ExtensionType,
    ) -> str:  # fmt: skip
        now = datetime.now(timezone.utc)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - DAY)
            .not_valid_after(now + DAY)
            .add_extension(extension, critical=False)
            .sign(self._key, hashes.SHA256())
        )
        path = self._folder / f"{file}.pem"
        path.write_bytes(certificate.public_bytes(Encoding.PEM))
        return str(path)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
