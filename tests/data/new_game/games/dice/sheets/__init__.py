"""The sheets of dice."""
