# make play, make test: nothing else is needed. Everything lands in .venv and web/node_modules.
PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.stamp
BIN := $(VENV)/bin

.PHONY: help setup lock web web-check chromium screenshots play test test-all lint types fuzz bench mutants strength balance clean

help:
	@echo "make play    set up, build the table and open it in the browser (ARGS=\"--port 9000\")"
	@echo "make test    set up and run lint, types and all tests but the slow ones"
	@echo "make test-all  the same plus the slow tests, 300 random games and the instruction-count gate"
	@echo "make setup   only set up"
	@echo "make lint, make types, make web-check  parts of make test: style, types, the client"
	@echo "make web     build the browser client"
	@echo "make screenshots  pictures of the table at three widths in two themes, into build/screenshots"
	@echo "make fuzz    10,000 random games with every check (ARGS=\"--resume FILE\" goes on)"
	@echo "make bench   benchmarks beside python-chess, writes bench/RESULTS.md"
	@echo "make strength  levels against each other over all scenarios, writes docs/ai-strength.md"
	@echo "make balance how fair every scenario is, written into the data that cards show"
	@echo "make mutants one changed number or operator at a time in all rules, traits and charts: do tests notice?"
	@echo "make lock    write requirements/*.lock anew"
	@echo "make clean   take away all that was set up, the built client and caches"

UV := VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/uv -q

# requirements/*.lock hold exact versions and hashes of everything (make lock writes them).
$(STAMP): pyproject.toml requirements/dev.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "python venv is missing: apt-get install python3-venv"; exit 1; }
	@test -x $(BIN)/uv || $(BIN)/python -m pip install -q --disable-pip-version-check uv
	@$(UV) pip install --require-hashes -r requirements/dev.lock
	@LNLT_SKIP_WEB=1 $(UV) pip install --no-deps --no-build-isolation -e .
	@touch $@

lock:
	$(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements/dev.lock
	$(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group bench -o requirements/bench.lock
	$(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -c requirements/dev.lock --group ray -o requirements/ray.lock

setup: $(STAMP)

# Node comes from the package index like everything else; nothing happens when the built files are fresh.
web: setup
	@$(BIN)/python tools/build_web.py

play: web
	@$(BIN)/lnlt serve --open $(ARGS)

# The browser tests drive the distribution's Chromium.
chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } \
		|| { echo "chromium is missing: apt-get install chromium"; exit 1; }

# The named set of pictures, each checked for text that is cut off or covered.
screenshots: web-check chromium
	$(BIN)/python tools/screenshots.py $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy
	$(BIN)/mypy tests/types/wrong_handlers.py

web-check: setup
	$(BIN)/python tools/build_web.py --dev
	$(BIN)/python tools/wire_types.py --check
	$(BIN)/python tools/npm.py run check
	$(BIN)/python tools/npm.py test

test: lint types web-check chromium
	$(BIN)/lnlt where --check
	$(BIN)/pytest -n 2

# Ray is large and slow to start: only the slow tests need it.
$(STAMP)-ray: requirements/ray.lock | $(STAMP)
	@$(UV) pip install --require-hashes -r requirements/ray.lock
	@touch $@

# Slower: tests on a local cluster of Ray, more random games, and a gate on instructions per decision (valgrind).
test-all: test $(STAMP)-ray
	$(BIN)/pytest -m slow
	$(BIN)/lnlt fuzz --games 300
	@command -v valgrind >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq valgrind; } \
		|| { echo "valgrind is missing: apt-get install valgrind"; exit 1; }
	$(BIN)/python bench/icount.py

fuzz: setup
	$(BIN)/lnlt fuzz --games 10000 $(ARGS)

# Which changes survive, and why, is in tests/mutants.toml; which test notices which is kept in the cache folder
# (ARGS="--resume" goes on, "--module ch05", "--sample 200").
mutants: setup
	$(BIN)/python tools/mutants.py $(ARGS)

# Both go on where an earlier run ended (ARGS="--games 400").
strength: setup
	$(BIN)/lnlt tournament --out docs/ai-strength.md $(ARGS)

balance: setup
	$(BIN)/lnlt balance --all --write $(ARGS)

# python-chess is a benchmark peer only: in an environment of its own, run as a process of its own.
.venv-bench/.stamp: requirements/bench.lock | $(STAMP)
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	@VIRTUAL_ENV=$(abspath .venv-bench) $(BIN)/uv -q pip install --require-hashes -r requirements/bench.lock
	@touch $@

bench: setup web .venv-bench/.stamp
	$(BIN)/python bench/run.py $(ARGS)

clean:
	rm -rf $(VENV) .venv-bench web/node_modules src/lnlt/server/static .mypy_cache .ruff_cache .hypothesis
