"""A model that knows meanings is optional: with it more is found, without it recall goes on."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType

import numpy as np
import pytest
from remembered import Remembered

pytest.importorskip("safetensors", reason="needs what requirements/test.txt lists")
pytest.importorskip("tokenizers", reason="needs what requirements/test.txt lists")

from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from robot_memory.errors import InvalidSettings
from robot_memory.recall import Query, embedding_model
from robot_memory.recall.embedder import HashedWords, Vectors

MEANINGS = {"squeaks": 0, "racket": 0, "dark": 1, "lamp": 1}


class Knowing:
    """Knows that what squeaks makes racket, and that lamps and darkness belong together."""

    name, dimensions, knows_meanings = "knowing", 3, True

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


def test_with_a_model_what_means_the_same_is_found_without_a_common_word(knowing):
    robot, _ = knowing
    assert robot.find("strange racket?") == []

    robot.recall.refresh()

    first = robot.find("strange racket?")[0]
    assert (first.text, first.why) == ("The gripper squeaks", ("is like it in meaning",))


def test_what_fits_by_words_and_by_meaning_comes_before_what_fits_by_one_of_them(knowing):
    robot, _ = knowing
    robot.talk(("Cem", "The hall racket squeaks"), ("Dora", "Hall lamp"), name="s2")
    robot.recall.refresh()

    found = robot.texts("racket in the hall?")

    assert found[0] == "The hall racket squeaks"
    assert {"The gripper squeaks", "Hall lamp"} <= set(found)


def test_vectors_are_made_a_few_at_each_tick_and_each_once(knowing):
    robot, model = knowing
    robot.find("racket")
    robot.recall.tick()
    robot.recall.tick()

    assert model.embedded.count("Ada: The gripper squeaks") == 1
    assert robot.find("racket")[0].turn == 0


def test_what_was_deleted_is_not_found_by_its_meaning(knowing):
    robot, _ = knowing
    robot.recall.refresh()
    assert robot.find("racket")
    for chunk in robot.chunks.list_chunks():
        robot.chunks.delete_chunk(chunk.id)
    (robot.home / "episodic" / "conversations" / "s1.json").unlink()

    assert robot.find("racket") == []


def test_what_is_found_by_meaning_is_narrowed_like_all_else(knowing):
    robot, _ = knowing
    robot.recall.refresh()

    assert robot.find("racket", speaker="Bob")[0].speaker == "Bob"
    assert robot.find("racket", sources=["entry"]) == []
    assert robot.find("racket", component="arm") == []


def test_facts_have_vectors_of_the_model_too(knowing):
    robot, _ = knowing
    fact_id = robot.fact("gripper", "squeaks", "loudly")

    robot.recall.rebuild_embeddings()

    assert fact_id in [hit.id for hit in robot.find("racket", sources=["fact"])]


def test_a_fact_whose_passage_has_a_vector_counts_once(knowing):
    robot, _ = knowing
    robot.fact("gripper", "squeaks", "loudly")
    robot.recall.refresh()
    (before,) = robot.find("racket", sources=["fact"])

    robot.recall.rebuild_embeddings()

    (after,) = robot.find("racket", sources=["fact"])
    assert after.score == before.score


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


# -- folders ---------------------------------------------------------------------------------------


def test_a_folder_with_more_files_than_a_model_has_is_refused(tmp_path):
    for number in range(101):
        (tmp_path / f"{number}").mkdir()
        for other in range(100):
            (tmp_path / f"{number}" / f"{other}").touch()

    with pytest.raises(InvalidSettings, match="name the folder of the model itself"):
        embedding_model(str(tmp_path))


def test_of_two_models_the_nearest_is_used(library, folder):
    (folder.parent / "modules.json").write_text("[]")

    embedding_model(str(folder.parent)).embed(["a"])

    assert library.loaded == [str(folder.parent)]


def test_a_link_to_a_folder_is_not_followed(library, folder, tmp_path):
    (folder / "around").symlink_to(folder.parent)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "model").symlink_to(folder)

    embedding_model(str(folder.parent)).embed(["a"])

    assert library.loaded == [str(folder)]
    with pytest.raises(InvalidSettings, match="contains no model"):
        embedding_model(str(tmp_path / "elsewhere"))


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
    model = embedding_model(str(folder))
    assert library.loaded == []

    assert model.embed(["aab", "bb"]).tolist() == [
        pytest.approx([0.8944, 0.4472], abs=1e-4), [0.0, 1.0],
    ]  # fmt: skip
    assert model.dimensions == 2
    assert library.loaded == [str(folder)]


def test_a_package_that_carries_a_model_is_used_by_its_name(library, folder, monkeypatch):
    (folder.parent / "__init__.py").write_text("")
    folder.parent.rename(folder.parents[1] / "my_tiny_model")
    monkeypatch.syspath_prepend(str(folder.parents[1]))

    embedding_model("my-tiny-model").embed(["a"])

    assert library.loaded[0].endswith("my_tiny_model/model")


def test_a_model_that_is_not_there_is_refused_and_its_name_is_no_package_to_install(library):
    with pytest.raises(InvalidSettings, match="neither a folder nor an installed") as refused:
        embedding_model("gt-no-such-model")
    assert "pip" not in str(refused.value)


def test_a_folder_that_is_no_model_is_refused(library, tmp_path):
    with pytest.raises(InvalidSettings, match="contains no model"):
        embedding_model(str(tmp_path))


def test_a_package_without_a_model_is_refused(library):
    with pytest.raises(InvalidSettings, match="contains no model"):
        embedding_model("json")


def test_without_the_library_a_model_is_refused_with_what_to_install(folder, missing):
    missing("sentence_transformers")

    with pytest.raises(InvalidSettings, match="pip install sentence-transformers"):
        embedding_model(str(folder))


def test_a_model_that_cannot_be_loaded_says_why(library, folder):
    def refuse(*more: object, **others: object) -> None:
        raise OSError("weights are damaged")

    library.SentenceTransformer = refuse

    with pytest.raises(InvalidSettings, match="cannot be loaded: weights are damaged"):
        embedding_model(str(folder)).embed(["a"])


# -- tables of word pieces -------------------------------------------------------------------------

PIECES = {"<unk>": 0, "squeak": 1, "racket": 2, "lamp": 3, "dark": 4}
TABLE = np.array([[0, 0], [3, 0], [2, 0.2], [0, 1], [0.1, 1]], dtype=np.float16)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a table and its tokenizer, in two folders as wordllama has them."""
    folder = tmp_path / "word_table"
    (folder / "weights").mkdir(parents=True)
    (folder / "tokenizers").mkdir()
    (folder / "__init__.py").write_text("raise AssertionError('a package is not imported')")
    save_file({"embedding.weight": TABLE}, folder / "weights" / "table.safetensors")
    tokenizer = Tokenizer(WordLevel(PIECES, unk_token="<unk>"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizers" / "table_tokenizer_config.json"))
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def test_a_text_is_the_mean_of_its_pieces_in_a_package_that_carries_a_table(package):
    model = embedding_model("word-table")

    assert model.dimensions == 2
    assert model.embed(["squeak lamp", "", "racket"]).tolist() == [
        pytest.approx([0.9487, 0.3162], abs=1e-3), [0.0, 0.0],
        pytest.approx([0.995, 0.0995], abs=1e-3),
    ]  # fmt: skip


def test_words_that_mean_the_same_are_found_with_a_table_of_word_pieces(package, home, clock):
    with Remembered(home, clock, embedder=embedding_model("word-table")) as robot:
        robot.talk(("Ada", "squeak"), ("Bob", "lamp"))
        robot.recall.refresh()

        assert [hit.text for hit in robot.find("racket")][:1] == ["squeak"]


def test_a_piece_that_the_table_lacks_is_left_out(package):
    save_file({"embedding.weight": TABLE[:2]}, package / "weights" / "table.safetensors")

    (vector,) = embedding_model("word-table").embed(["squeak dark"])

    assert vector.tolist() == [1.0, 0.0]


def test_another_table_under_the_same_name_makes_other_vectors(package):
    before = embedding_model("word-table").name
    save_file({"embedding.weight": TABLE[:2]}, package / "weights" / "table.safetensors")

    assert embedding_model("word-table").name != before


def test_two_tables_in_a_package_are_refused_as_nobody_says_which_one(package):
    save_file({"other": TABLE}, package / "weights" / "second.safetensors")

    with pytest.raises(InvalidSettings, match=r"one \*\.safetensors with one"):
        embedding_model("word-table")


def test_a_file_of_tensors_that_is_no_table_is_refused_with_what_it_holds(package):
    layers = {"layer.bias": TABLE[0], "layer.weight": TABLE}
    save_file(layers, package / "weights" / "table.safetensors")

    with pytest.raises(InvalidSettings, match=r"2 tensors: layer\.bias \[2\], layer\.weight"):
        embedding_model("word-table").embed(["squeak"])


@pytest.mark.parametrize("name", ["weights/table.safetensors", "tokenizers/*.json"])
def test_a_damaged_file_of_a_table_is_named(package, name):
    model = embedding_model("word-table")
    (path,) = package.glob(name)
    path.write_bytes(b"{}")

    with pytest.raises(InvalidSettings, match=f"{path.name}' cannot be read"):
        model.embed(["squeak"])


def test_a_tokenizer_is_parsed_by_who_loads_it_only(package):
    (path,) = package.glob("tokenizers/*.json")
    path.write_text(path.read_text()[:-1])

    model = embedding_model("word-table")

    with pytest.raises(InvalidSettings, match=f"{path.name}' cannot be read"):
        model.embed(["squeak"])


def test_a_file_that_only_configures_a_tokenizer_is_not_taken_for_one(package):
    settings = '{"model_max_length": 512, "tokenizer_class": "BertTokenizer"}'
    (package / "tokenizers" / "tokenizer_config.json").write_text(settings)

    assert embedding_model("word-table").dimensions == 2


def test_without_a_library_a_table_is_refused_with_what_to_install(package, missing):
    missing("tokenizers")

    with pytest.raises(InvalidSettings, match="pip install tokenizers"):
        embedding_model("word-table")


# -- without a model -------------------------------------------------------------------------------


def test_the_built_in_embedder_is_the_same_on_every_machine():
    (vector,) = HashedWords().embed(["Left wheel slips"])

    assert np.linalg.norm(vector) == pytest.approx(1.0)
    assert np.flatnonzero(vector)[:6].tolist() == [72, 76, 94, 104, 120, 132]
