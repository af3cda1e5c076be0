"""``python tools/general_words FOLDER``: makes the files of general English of WordNet.

These are ``config/general_words.bin`` and ``config/common_words.json``. FOLDER holds the files of
WordNet 3.0 (``data.noun`` and so on), as the Debian package ``wordnet-base`` has them in
``/usr/share/wordnet``. The same files give the same bytes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT / "tools"), str(_ROOT)]

from general_words.common import common_words  # noqa: E402  needs the path
from general_words.pairs import pairs_of  # noqa: E402
from general_words.wordnet import read  # noqa: E402
from robot_memory.long_term.recall.general_words import FILE, GeneralWords  # noqa: E402
from robot_memory.long_term.recall.question_topics import COMMON_WORDS  # noqa: E402

if len(sys.argv) != 2:
    raise SystemExit(__doc__)
_NET = read(Path(sys.argv[1]))
_MADE = {
    FILE: GeneralWords.of_pairs(pairs_of(_NET)).to_bytes(),
    COMMON_WORDS: json.dumps(common_words(_NET), indent=0, separators=(",", ":")).encode() + b"\n",
}
for _NAME, _DATA in _MADE.items():
    (_ROOT / "config" / _NAME).write_bytes(_DATA)
    print(f"{_NAME}: {len(_DATA)} bytes")
