"""The designer's desk: what is odd in sets, and what differs between two versions of one."""
