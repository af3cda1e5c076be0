"""A model that knows meanings is optional: it finds more facts, and recall goes on without it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType

import numpy as np
import pytest
from remembered import Remembered

from robot_memory.foundation.errors import InvalidSettings
from robot_memory.long_term.recall import Query, SentenceModel
from robot_memory.long_term.recall.embedder import HashedWords, Vectors

MEANINGS = {"squeaks": 0, "racket": 0, "dark": 1, "lamp": 1}


class Knowing:
    """Knows that what squeaks makes racket, and that lamps and darkness belong together."""

    name, dimensions = "knowing", 3

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        vectors = np.zeros((len(texts), 3), dtype=np.float32)
        for row, text in enumerate(texts):
            places = {MEANINGS.get(word.strip(".?"), 2) for word in text.lower().split()}
            vectors[row, min(places, default=2)] = 1.0
        return vectors


class Broken(Knowing):
    def embed(self, texts: Sequence[str]) -> Vectors:
        raise InvalidSettings("the embedding model cannot be used")


@pytest.fixture
def knowing(home, clock):
    model = Knowing()
    with Remembered(home, clock, embedder=model) as robot:
        robot.talk(("Ada", "The gripper squeaks"), ("Bob", "It is dark in hall B"))
        yield robot, model


def test_facts_have_vectors_of_the_model_too(knowing):
    robot, _ = knowing
    fact_id = robot.fact("gripper", "squeaks", "loudly")

    robot.recall.rebuild_embeddings()

    assert fact_id in [hit.id for hit in robot.find("racket", sources=["fact"])]


def test_another_embedder_makes_the_index_anew(knowing):
    robot, _ = knowing
    robot.fact("battery", "reached", "low voltage")
    robot.recall.rebuild_embeddings()
    other = robot.another()
    assert other.find(Query("batery voltge", sources=["fact"])) == []

    other.rebuild_embeddings()

    assert len(other.find(Query("batery voltge", sources=["fact"]))) == 1
    other.close()


def test_a_model_that_fails_is_done_without_and_that_is_said(home, clock, caplog):
    with Remembered(home, clock, embedder=Broken()) as robot:
        robot.talk(("Ada", "The gripper squeaks"))
        fact_id = robot.fact("battery", "reached", "low voltage")

        assert robot.find("gripper")[0].turn == 0
        assert robot.recall.rebuild_embeddings() == 1
        assert robot.find("batery voltge", sources=["fact"])[0].id == fact_id
    assert "the embedding model cannot be used" in caplog.text


@pytest.fixture
def missing(monkeypatch):
    """Make it look as if a library was not installed."""
    find = importlib.util.find_spec

    def lose(library: str) -> None:
        monkeypatch.setattr(
            importlib.util, "find_spec",
            lambda name, *more: None if name == library else find(name, *more),
        )  # fmt: skip

    return lose


# -- models of sentence-transformers ---------------------------------------------------------------


@pytest.fixture
def library(monkeypatch):
    """A library of that name, whose models count letters."""
    import importlib.machinery

    module = ModuleType("sentence_transformers")
    module.__spec__ = importlib.machinery.ModuleSpec("sentence_transformers", None)
    module.loaded = []

    class SentenceTransformer:
        def __init__(self, path, device, local_files_only):
            assert (device, local_files_only) == ("cpu", True)
            module.loaded.append(path)

        def encode(self, texts, **more):
            return np.array([[text.count("a"), text.count("b")] for text in texts], dtype=float)

    module.SentenceTransformer = SentenceTransformer
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    return module


@pytest.fixture
def folder(tmp_path):
    model = tmp_path / "carrier" / "model"
    model.mkdir(parents=True)
    (model / "modules.json").write_text("[]")
    return model


def test_a_folder_with_a_model_is_used_and_loaded_when_first_needed(library, folder):
    model = SentenceModel(folder)
    assert library.loaded == []

    assert model.embed(["aab", "bb"]).tolist() == [
        pytest.approx([0.8944, 0.4472], abs=1e-4), [0.0, 1.0],
    ]  # fmt: skip
    assert model.dimensions == 2
    assert library.loaded == [str(folder)]


def test_a_folder_that_is_no_model_is_refused(library, tmp_path):
    with pytest.raises(InvalidSettings, match=r"is no folder of a model with modules\.json"):
        SentenceModel(tmp_path)


def test_without_the_library_a_model_is_refused_with_what_to_install(folder, missing):
    missing("sentence_transformers")

    with pytest.raises(InvalidSettings, match="pip install sentence-transformers"):
        SentenceModel(folder)


def test_a_model_that_cannot_be_loaded_says_why(library, folder):
    def refuse(*more: object, **others: object) -> None:
        raise OSError("weights are damaged")

    library.SentenceTransformer = refuse

    with pytest.raises(InvalidSettings, match="cannot be loaded: weights are damaged"):
        SentenceModel(folder).embed(["a"])


def test_the_built_in_embedder_is_the_same_on_every_machine():
    (vector,) = HashedWords().embed(["Left wheel slips"])

    assert np.linalg.norm(vector) == pytest.approx(1.0)
    assert np.flatnonzero(vector)[:6].tolist() == [72, 76, 94, 104, 120, 132]
