"""Magnetmen: boards, inventories, legend tables, rules."""
