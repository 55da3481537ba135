# make play, make test: nothing else is needed. Everything lands in .venv; nothing is installed globally.
PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.stamp
BIN := $(VENV)/bin

.PHONY: help setup lock play test test-all lint types fuzz bench clean

help:
	@echo "make play    set up and start the game"
	@echo "make test    set up and run lint, types and all tests"
	@echo "make test-all  the same plus the slow tests and the instruction-count gate"
	@echo "make setup   only set up   make fuzz   random games   make bench   benchmarks"

UV := VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/uv -q

# requirements/*.lock hold exact versions and hashes of everything (make lock writes them).
$(STAMP): pyproject.toml requirements/dev.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "python venv is missing: apt-get install python3-venv"; exit 1; }
	@test -x $(BIN)/uv || $(BIN)/python -m pip install -q --disable-pip-version-check uv
	@$(UV) pip install --require-hashes -r requirements/dev.lock
	@$(UV) pip install --no-deps --no-build-isolation -e .
	@touch $@

lock:
	$(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements/dev.lock
	$(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group bench -o requirements/bench.lock

setup: $(STAMP)

play: setup
	@$(BIN)/lnlt play $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

test: lint types
	$(BIN)/lnlt where --check
	$(BIN)/pytest -n 2

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis
