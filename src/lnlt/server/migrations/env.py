"""Runs the migrations on the connection it is given (see `lnlt.server.storage`)."""

from __future__ import annotations

from alembic import context

from lnlt.server.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
