"""Problems of HTTP answers: one body for all of them, and no traceback."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from lnlt import words
from lnlt.server.shapes import Problem

JSON = "application/json"


class ApiProblem(Exception):
    """An answer that says what went wrong."""

    def __init__(self, status: int, code: str, where: str = "", **facts: object) -> None:
        self.status = status
        self.problem = Problem(error=code, text=words.problem_text(code, **facts), where=where)
        super().__init__(self.problem.text)


def answer(value: object, status: int = 200) -> Response:
    """A value as a JSON answer."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def problem_answer(status: int, code: str, where: str = "", **facts: object) -> Response:
    """A problem as a JSON answer."""
    return answer(Problem(error=code, text=words.problem_text(code, **facts), where=where), status)
