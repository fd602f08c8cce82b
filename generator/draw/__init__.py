"""Pages to PDF. The only package that knows ReportLab."""
