"""Arguments that several tools take."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

EntryId = Annotated[str, Field(min_length=1, max_length=64, description="As `recall` gives it.")]
