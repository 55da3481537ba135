"""The table as a service: HTTP and WebSocket around matches. No rule of the game lives here."""
