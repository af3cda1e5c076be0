"""What secrets are called and what they look like: the data of :mod:`.secrets_filter`.

The forms of tokens are those that their issuers document. Scanners of source code look for what
stands in code: of the sentences in ``test/canaries.py`` detect-secrets 1.5.0 finds 6 of 17, and it
needs a package for the network. So the core carries ``secret_words.yaml``; a form that is missing
is one line of it.
"""

from __future__ import annotations

from pathlib import Path

from robot_memory.foundation.text import yaml_reading

_WORDS = yaml_reading.load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))


def _any_of(name: str) -> str:
    """Return a list of words as alternatives of a regular expression."""
    return "|".join(_WORDS[name])


PASSWORDS = _any_of("passwords")
SHORT_PASSWORDS = _any_of("short_passwords")
PASSWORD_BEGINNINGS = tuple(_WORDS["password_beginnings"])
PASSWORD_OF = _any_of("password_of")
CONNECTORS = _any_of("connectors")
UNSPACED_PASSWORDS = tuple(_WORDS["unspaced_passwords"])
PASS_OF = _any_of("pass_of")
KEYS = _any_of("keys")
SECRETS = _any_of("secrets")
TOKENS = _any_of("tokens")
STATES = _any_of("states")
#: Kind → the forms of tokens that show what they are.
FORMS: dict[str, list[str]] = _WORDS["forms"]
HOOKS = rf"({_any_of('hooks')})[\w/@-]{{8,512}}"
