"""``python tools/general_words FOLDER``: makes ``config/general_words.bin`` of WordNet.

FOLDER holds the files of WordNet 3.0 (``data.noun`` and so on), as the Debian package
``wordnet-base`` has them in ``/usr/share/wordnet``. The same files give the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT / "tools"), str(_ROOT)]

from general_words.pairs import pairs_of  # noqa: E402  needs the path
from general_words.wordnet import read  # noqa: E402
from robot_memory.recall.general_words import FILE, GeneralWords  # noqa: E402

if len(sys.argv) != 2:
    raise SystemExit(__doc__)
_PATH = _ROOT / "config" / FILE
_PATH.write_bytes(GeneralWords.of_pairs(pairs_of(read(Path(sys.argv[1])))).to_bytes())
print(f"{_PATH}: {_PATH.stat().st_size} bytes")
