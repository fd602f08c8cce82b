"""Programs play Quads: the rules in a fast form, and the study for designers."""
