"""Measurements, as ratios within one run: absolute times mean little on another machine."""
