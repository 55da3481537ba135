"""The command `lnlt serve`: the table in the browser."""

from __future__ import annotations

import errno
import gc
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from lnlt.content import saves
from lnlt.core.errors import LnltError

HostOpt = Annotated[str, typer.Option("--host", help="Address to listen on; 0.0.0.0 lets the whole network in.")]
PortOpt = Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 takes any free one.")]
DataOpt = Annotated[Path | None, typer.Option("--data", help="File the games are kept in; default: the data folder.")]
OpenOpt = Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")]
WorkersOpt = Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes computer players think in.")]
ThinkOpt = Annotated[float, typer.Option("--think", min=0.1, help="Seconds a computer player has for one choice.")]
DurableOpt = Annotated[bool, typer.Option("--durable", help="Wait for the disk: not even a power cut loses an order.")]


GC_THRESHOLDS = (20_000, 20, 50)
"""A server makes many short-lived values and no cycles to speak of: look for them less often."""


def register(app: typer.Typer) -> None:
    """Adds `serve` to the command line."""
    app.command("serve")(serve)


def serve(
    host: HostOpt = "127.0.0.1",
    port: PortOpt = 8000,
    data: DataOpt = None,
    browser: OpenOpt = False,
    workers: WorkersOpt = 1,
    think: ThinkOpt = 10,
    durable: DurableOpt = False,
) -> None:
    """Serve the table: play in the browser, hot-seat, against the computer or with friends.

    Games are stored after every order; stop the server at any time and start it again, they go on.

    Example: lnlt serve --port 8000 --open
    """
    from lnlt.server.app import create_app
    from lnlt.server.run import TableServer
    from lnlt.server.settings import Settings
    from lnlt.server.storage import migrate

    path = data or saves.data_folder() / "table.sqlite"
    listening = listen(host, port)
    migrate(path)
    settings = Settings(data=path, workers=workers, think_seconds=think, durable=durable)
    gc.set_threshold(*GC_THRESHOLDS)
    server = TableServer(create_app(settings), settings)
    address = f"http://{shown(host)}:{listening.getsockname()[1]}/"
    print(f"The table is at {address} (games are kept in {path}; Ctrl-C stops)", flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, (address,)).start()
    server.run(sockets=[listening])


def shown(host: str) -> str:
    """A host as a browser on this machine reaches it."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; LnltError if the port is taken or the address is not ours."""
    place = f"{host}:{port}"
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, proto)
    except OSError as error:
        raise LnltError(f"cannot listen there: {error.strerror or error}", place) from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        found.bind(address)
        found.listen(2048)
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRINUSE:
            reason = f"port {port} is already in use: stop the other program or choose another one with --port"
            raise LnltError(reason, place) from None
        raise LnltError(f"cannot listen there: {error.strerror or error}", place) from None
    return found
