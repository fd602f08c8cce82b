"""The studio: a local server with the page, an editor of sets, and this generator behind them."""
