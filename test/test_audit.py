"""Each package is looked up in a vulnerability database; unanswered look-ups are reported."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import audit
import bill_of_materials as bill
import pytest

PACKAGES = {"pyyaml": "6.0.3", "numpy": "2.4.6"}
#: An answer of OSV.
RECORD = {
    "schema_version": "1.7.3",
    "id": "GHSA-0000-1111-2222",
    "aliases": ["CVE-2026-99999", "PYSEC-2026-9"],
    "summary": "A document runs code",
    "published": "2026-03-04T05:06:07Z",
    "modified": "2026-03-05T05:06:07Z",
    "affected": [
        {
            "package": {"ecosystem": "PyPI", "name": "pyyaml", "purl": "pkg:pypi/pyyaml"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "6.0.4"}]},
            ],
        }
    ],
}  # fmt: skip


def printed(*packages: dict) -> str:
    """Return pip-audit's output about packages."""
    return json.dumps({"dependencies": list(packages), "fixes": []})


def clean(name: str) -> dict:
    return {"name": name, "version": PACKAGES[name], "vulns": []}


def test_a_skipped_package_is_not_treated_as_clean():
    skipped = {"name": "numpy", "skip_reason": "Dependency not found on PyPI"}

    answer = audit.read_answer(printed(clean("pyyaml"), skipped), PACKAGES)

    assert answer.unasked == {"numpy": "Dependency not found on PyPI"}
    assert answer.status == audit.NOT_ASKED


def test_a_package_missing_in_the_answer_is_not_treated_as_clean():
    answer = audit.read_answer(printed(clean("pyyaml")), PACKAGES)

    assert (list(answer.unasked), answer.status) == (["numpy"], audit.NOT_ASKED)


def test_a_vulnerability_is_reported_although_other_packages_were_skipped():
    known = {"id": "PYSEC-1", "aliases": [], "fix_versions": [], "description": "x\x1b[2J"}

    answer = audit.read_answer(printed({**clean("pyyaml"), "vulns": [known]}), PACKAGES)

    assert answer.status == audit.VULNERABLE
    assert str(answer.known[0]) == "pyyaml 6.0.3: PYSEC-1, not fixed yet: x‹U+001B›[2J"


# -- with pip-audit, and a server that answers like OSV ------------------------------------------


class Osv:
    """A server of vulnerabilities.

    Attributes:
        known: the vulnerabilities by package.
        asked: the packages looked up so far, with their versions.
        status: the HTTP status of its answers.
    """

    def __init__(self) -> None:
        self.known: dict[str, dict] = {}
        self.asked: dict[str, str] = {}
        self.status = 200
        osv = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                name = query["package"]["name"]
                osv.asked[name] = query["version"]
                answer = {"vulns": [osv.known[name]]} if name in osv.known else {}
                self.send_response(osv.status)
                self.end_headers()
                self.wfile.write(json.dumps(answer).encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1/query"


@pytest.fixture
def osv(monkeypatch):
    if not audit.is_set_up():
        pytest.skip("needs pip-audit, which `make audit` installs")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    osv = Osv()
    thread = threading.Thread(target=osv.server.serve_forever)
    thread.start()
    yield osv
    osv.server.shutdown()
    thread.join()
    osv.server.server_close()


def test_the_database_is_asked_for_exactly_the_listed_packages(osv, capsys):
    assert audit.main(["--url", osv.url]) == audit.CLEAN

    listed = bill.components(bill.requirements())
    assert osv.asked == {name: one.version for name, one in listed.items()}
    assert f"{len(listed)} packages: 0 with a known vulnerability" in capsys.readouterr().out


def test_a_known_vulnerability_is_reported_with_its_ids_and_fixed_version(osv):
    osv.known["pyyaml"] = RECORD

    answer = audit.ask(PACKAGES, osv.url)

    assert answer.status == audit.VULNERABLE
    (known,) = answer.known
    assert (known.package, known.version, known.fixed) == ("pyyaml", "6.0.3", ("6.0.4",))
    assert {"GHSA-0000-1111-2222", "CVE-2026-99999"} <= set(known.names)
    assert known.summary == "A document runs code"


def test_a_failing_server_raises(osv):
    osv.status = 503

    with pytest.raises(audit.Unanswered, match="did not answer"):
        audit.ask(PACKAGES, osv.url)


def test_an_unreachable_database_is_reported_by_status_and_message(osv, capsys):
    closed = osv.url.replace(str(osv.server.server_port), "1")

    assert audit.main(["--url", closed]) == audit.NOT_ASKED

    message = capsys.readouterr().err
    assert closed in message and "HTTPS_PROXY" in message and "refused" in message
