"""Pages to PDF files: art, drawing, PDF/A, checks of the result."""
