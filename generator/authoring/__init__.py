"""For designers: check sets, compare versions, watch and prove sheets, describe the files."""
