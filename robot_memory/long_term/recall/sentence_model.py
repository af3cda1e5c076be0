"""A model of sentence-transformers as an embedder of facts: optional, local, loaded when needed.

See docs/reference/recall.md, "A model".
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from robot_memory.foundation.errors import Defect, InvalidSettings
from robot_memory.long_term.recall.embedder import Vectors, normalised

_LIBRARY = "sentence_transformers"
_MARK = "modules.json"  # every folder of such a model has it
_BATCH = 32  # texts


class SentenceModel:
    """Makes vectors with a model whose files are on this machine; nothing is downloaded.

    Args:
        folder: of the model.

    Raises:
        InvalidSettings: it holds no model, or nothing can run it; says what to do.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser().resolve()
        if not (self._folder / _MARK).is_file():
            raise _refusal(folder, f"is no folder of a model with {_MARK}")
        if importlib.util.find_spec(_LIBRARY) is None:
            raise _refusal(folder, "needs `pip install sentence-transformers`, which is not there")
        self.name = f"{_LIBRARY} {self._folder.parent.name}/{self._folder.name}"
        self._model: Any = None
        self._dimensions = 0
        self._loading = threading.Lock()

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has; loads the model."""
        self._load()
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector of length 1 for each text.

        Raises:
            InvalidSettings: the model cannot be loaded.
        """
        model = self._load()
        made = model.encode(list(texts), batch_size=_BATCH, show_progress_bar=False)
        return normalised(np.asarray(made, dtype=np.float32).reshape(len(texts), -1))

    def _load(self) -> Any:
        with self._loading:
            if self._model is None:
                library = importlib.import_module(_LIBRARY)
                try:
                    self._model = library.SentenceTransformer(
                        str(self._folder), device="cpu", local_files_only=True
                    )
                except (OSError, ValueError, RuntimeError, KeyError) as error:
                    raise _refusal(self._folder, f"cannot be loaded: {error}") from error
                self._dimensions = int(self._model.encode(["size"]).shape[-1])
            return self._model


def _refusal(folder: Path, problem: str) -> InvalidSettings:
    what = "the embedding model cannot be used; facts are compared by their words"
    return InvalidSettings(what, [Defect("embedding_model", f"{str(folder)!r:.200} {problem}")])
