"""What a designer can write: JSON Schemas for editors and a page for people, both made from the
definitions. file_kinds.py has the kinds of files."""
