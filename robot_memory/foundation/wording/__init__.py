"""Words in texts: values that vary, names of parts, what a text is about, and advice.

:mod:`.varying_text` has the values, :mod:`.spoken_names` the names, :mod:`.subject` the subject,
and :mod:`.advice` the advice (rules.md §1.14).
"""
