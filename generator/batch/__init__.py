"""Many variants in one go; the bytes of every file are the same however many workers make them."""
