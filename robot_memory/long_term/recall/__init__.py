"""Recall: one search over entries, facts, chunks, knowledge, events and observations.

The modules that end in ``_feed`` supply the searchable passages. :mod:`.question_words` and
:mod:`.parsed_question` decide what a question asks for, :mod:`.time_span` which time it means. A
passage is matched by its words (:mod:`.scoring`), a fact also by its spelling
(:mod:`.fact_vectors`). Each passage has a prior weight, which does not depend on the question
(:mod:`.prior_weight`). :mod:`.hit_merger` merges passages into hits.

See docs/reference/recall.md.
"""
