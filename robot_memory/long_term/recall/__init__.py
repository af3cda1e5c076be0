"""Recall: one search over entries, facts, chunks, knowledge, events and observations.

What is searched comes from the modules that end in ``_feed``. :mod:`.question_words` and
:mod:`.parsed_question` decide what a question asks for, :mod:`.time_span` which time it means. A
passage fits by its words (:mod:`.scoring`), a fact by how it is written as well
(:mod:`.fact_vectors`). It has a weight for any question (:mod:`.prior_weight`). :mod:`.hit_merger`
decides which passages are one hit.

See docs/reference/recall.md.
"""
