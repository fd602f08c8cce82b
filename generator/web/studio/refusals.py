"""What the studio refuses to do, with the status of its answer."""

from collections.abc import Mapping

from generator.core.errors import GeneratorError


class RefusedError(GeneratorError):
    """A request that cannot be met. `status` is that of HTTP, `data` goes into the answer beside
    the message."""

    def __init__(self, message: str, status: int = 400, data: Mapping[str, object] | None = None):
        super().__init__(message)
        self.status, self.data = status, dict(data or {})


def not_found(what: str) -> RefusedError:
    """Something that a request names is not there."""
    return RefusedError(f"{what}: there is no such file", 404)
