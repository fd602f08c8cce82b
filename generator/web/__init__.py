"""The page: sheets in a browser, as static files or from the server of the studio."""
