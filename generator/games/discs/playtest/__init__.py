"""Programs play the disc race with turns: the rules for them, and the study for designers."""
