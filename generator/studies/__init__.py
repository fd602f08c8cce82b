"""Programs play many boards of any game: studies, their report, and vetted boards."""
