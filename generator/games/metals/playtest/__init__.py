"""Programs play Metals: the rules in a fast form, and the study for designers."""
