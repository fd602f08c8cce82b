"""Working sheets for designers: what could go wrong on paper, before it is printed.

art.py has contact sheets of all art; the others make the proof of a set: printed.py lays out all
its sheets, pictures.py and names.py show what is on them at its worst, frame.py is the page they
share. made.py makes files of them.
"""
