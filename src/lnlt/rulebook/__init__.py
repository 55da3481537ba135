"""The rulebook as data: its sections and facts, the rulings, and where code and tests cite them."""
