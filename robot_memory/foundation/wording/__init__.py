"""Words in texts: varying values, names of parts, the subject, and advice.

:mod:`.varying_text` holds the values, :mod:`.spoken_names` the names, :mod:`.subject` the subject,
and :mod:`.advice` the advice (rules.md §1.14).
"""
