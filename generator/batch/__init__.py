"""Many variants in one go: a plan of them, files, a manifest that says what is where.

Input: options or a batch file. Output: PDFs, a manifest as JSON Lines and as CSV. The bytes of
every file are the same however many workers make them, in whatever order, interrupted or not.
"""
