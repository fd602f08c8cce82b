"""What sets give when they are rolled many times: results in a terminal, as CSV and as charts."""
