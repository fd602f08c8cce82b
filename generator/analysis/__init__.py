"""What a set gives when it is rolled very often: figures, in a terminal, as CSV and as charts."""
