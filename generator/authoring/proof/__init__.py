"""Working sheets for designers: what could go wrong on paper, before it is printed.

art.py has contact sheets of all art; the others make the proof of a set: content.py lays out all
its sheets, pictures.py and translations.py show what is on them at its worst, frame.py is the page
they share. documents.py makes files of them.
"""
