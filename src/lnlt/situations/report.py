"""What came out of situations, for people and as JSON."""

from __future__ import annotations

from typing import Literal

import msgspec

from lnlt.situations.comparing import Check

Status = Literal["passed", "failed", "error"]


class StepReport(msgspec.Struct):
    """One step: what was done or asked, what it became, and its checks."""

    number: int
    title: str
    commands: list[str] = []
    """Engine commands it took."""
    answer: str = ""
    checks: list[Check] = []
    frames: str = ""
    """What the game is in the middle of after the step."""
    asked: str = ""

    @property
    def ok(self) -> bool:
        """Whether everything held."""
        return all(c.ok for c in self.checks)


class FileReport(msgspec.Struct):
    """One file."""

    file: str
    id: str = ""
    title: str = ""
    status: Status = "passed"
    error: str = ""
    steps: list[StepReport] = []

    @property
    def checks(self) -> int:
        """Number of things compared."""
        return sum(len(s.checks) for s in self.steps)


class Report(msgspec.Struct):
    """All files of a run."""

    files: list[FileReport] = []

    def count(self, status: Status) -> int:
        """Files that ended so."""
        return sum(f.status == status for f in self.files)

    @property
    def exit_code(self) -> int:
        """0 = everything held, 1 = an expectation failed, 2 = a file could not be used."""
        return 2 if self.count("error") else 1 if self.count("failed") else 0

    def summary(self) -> str:
        """One line on all files."""
        total = len(self.files)
        parts = [f"{total} situation{'' if total == 1 else 's'}", f"{sum(f.checks for f in self.files)} checks"]
        parts.append(f"{self.count('passed')} passed")
        for status, word in (("failed", "failed"), ("error", "with errors")):
            number = self.count(status)  # type: ignore[arg-type]
            if number:
                parts.append(f"{number} {word}")
        return ", ".join(parts)

    def json(self) -> str:
        """The whole report as JSON."""
        whole = {"summary": self.summary(), "exit_code": self.exit_code, "files": self.files}
        return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode()


def file_text(report: FileReport, verbose: bool = False) -> str:
    """One file in words: a line if it passed, every failed check if it did not."""
    head = {"passed": "ok   ", "failed": "FAIL ", "error": "ERROR"}[report.status]
    lines = [f"{head} {report.file}" + (f"  {report.title}" if report.title else "")]
    for step in report.steps:
        if verbose or not step.ok:
            lines += _step_lines(step, verbose)
    if report.error:
        lines.append(f"  {report.error}")
    return "\n".join(lines)


def _step_lines(step: StepReport, verbose: bool) -> list[str]:
    lines = [f"  step[{step.number}] {step.title}"]
    if verbose and step.commands:
        lines.append(f"    played: {'; '.join(step.commands)}")
    if verbose and step.answer:
        lines += _indented("    answer: ", step.answer)
    for check in step.checks:
        if check.ok and verbose:
            lines.append(f"    ok  {check.key} = {check.expected}")
        elif not check.ok:
            lines.append(f"    NOT {check.key}")
            lines += _indented("        expected  ", check.expected)
            lines += _indented("        actual    ", check.actual)
    if not step.ok:
        lines.append(f"    asked: {step.asked or 'nobody'}; in: {step.frames or 'nothing'}")
        if not verbose and step.commands:
            lines.append(f"    played: {'; '.join(step.commands)}")
    return lines


def _indented(lead: str, text: str) -> list[str]:
    first, *rest = text.split("\n")
    return [lead + first, *(" " * len(lead) + line for line in rest)]
