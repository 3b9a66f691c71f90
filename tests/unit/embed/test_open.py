import numpy as np
import pytest

from pincite.embed.open import open_embedder
from pincite.embed.remote import RemoteEmbedder
from pincite.errors import EmbedderError
from small_model import write_encoder


@pytest.mark.parametrize("kind", ["bert", "xlm-roberta"])
def test_the_path_of_a_folder_is_a_name(tmp_path, kind):
    write_encoder(tmp_path, kind)
    model = open_embedder(str(tmp_path), threads=1, cache=tmp_path / "cache")
    assert model.profile.dimensions == 24
    assert abs(np.linalg.norm(model.query("a quote").vector) - 1) < 1e-6
    assert (tmp_path / "cache" / "compiled").is_dir()


def test_a_url_makes_it_a_remote_embedder():
    assert isinstance(open_embedder("all-minilm-l6-v2", url="http://host/v1"), RemoteEmbedder)


def test_a_known_name_needs_the_folder_of_its_files():
    with pytest.raises(EmbedderError, match="needs a folder"):
        open_embedder("all-minilm-l6-v2")


def test_an_unknown_name_lists_what_is_known():
    with pytest.raises(EmbedderError, match="all-minilm-l6-v2, multilingual, or the path"):
        open_embedder("nothing-of-the-kind")
