"""Working sheets for designers: what could go wrong on paper, before it is printed.

art_overview.py shows all art. The others make the proof of a set: content.py lays out all its
sheets, art_pages.py and translation_pages.py show the worst cases of what is on them. documents.py
writes the files.
"""
