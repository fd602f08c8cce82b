"""The workshop for designers: what playing many boards shows of the sets they are rolled from."""
