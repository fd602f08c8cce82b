"""The designer's desk: what is odd in sets, what they give, how they look while they change."""
