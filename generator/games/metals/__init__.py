"""Metals: collectible figurines fight for the spaces of a map. One set is one map."""
