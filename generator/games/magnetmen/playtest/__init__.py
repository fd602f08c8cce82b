"""Playtest studies for designers: play boards of some sets many times and estimate what shows.

study.py says what to play, sample.py plays it, measures.py and summary.py estimate numbers from it,
paired_tests.py compares two versions of the sets. console.py, export.py and report.py present it.
"""
