"""What a designer has open while working on a set."""
