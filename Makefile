# Everything runs in .venv, made on first use; nothing needs activating or sudo.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python -m generator

# What to print. Every other option goes through ARGS: make boards ARGS="--paper letter --ink low"
GAME ?= magnetmen
SET ?=
SIZE ?=
PLAYERS ?=
SEED ?=
N ?=
OUT ?=
ARGS ?=
KNOWN := PYTHON GAME SET SIZE PLAYERS SEED N OUT ARGS
typed = $(foreach name,$(.VARIABLES),$(if $(findstring command,$(origin $(name))),$(name)))
unknown := $(filter-out $(KNOWN) -% MAKE%,$(typed))
$(if $(unknown),$(error $(unknown): expected $(KNOWN); \
	other options go through ARGS: make boards ARGS="--paper letter"))
# What people type may hold quotes: the shell reads these from its environment.
export SEED OUT

SETS = $(foreach set,$(SET),--set $(set))
ROLL = $(SETS) $(foreach size,$(SIZE),--size $(size)) $(foreach count,$(PLAYERS),--players $(count)) \
	$(if $(SEED),--seed "$$SEED")
OTHER_GAME = $(if $(filter-out magnetmen,$(GAME)),--game $(GAME))
COUNT = $(if $(N),--count $(N))
MORE = $(if $(OUT),--output "$$OUT") $(ARGS)
SPACE := $(subst ,, )
REPORT = --report "$${OUT:-output/$(subst $(SPACE),.,$(strip $@ $(SET))).html}" $(ARGS)
# Tests of help in editors run where there is npm.
SERVER := tests/editor/node_modules/.ready
FRONTEND := generator/web/frontend
PAGE := generator/web/bundle/.ready
STYLED := generator tests benchmarks

.DEFAULT_GOAL := help
.PHONY: help all boards inventories legends magnetmen metals quads discs pieces table batch reprint vetted stats watch playtest \
	rules studio proof calibrate inspect validate schema site test test-all bench lock clean

help: ## List the targets
	@echo "make TARGET [OPTION=VALUE ...]"
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort \
		| awk -F'\t' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo "Options: SET=\"base advanced\" SIZE=big PLAYERS=3 SEED=sunday N=5 GAME=metals OUT=folder"
	@echo "         ARGS=\"--paper letter --ink low\": any option of board-generator TARGET --help"

boards: ## Print a fresh Magnetmen board
inventories: ## Print larger inventories for a board
magnetmen: ## Print all that a board needs: board, inventories, legend, rules
metals: ## Print Metals: map, tokens, cards, rules
quads: ## Print Quads: reference cards, board, pieces
discs: ## Print the disc race: reference cards, discs, dice
boards inventories magnetmen metals quads discs: $(VENV)/.ready
	@$(RUN) $@ $(ROLL) $(COUNT) $(MORE)

legends: $(VENV)/.ready ## Print the tables of all types and their powers
	@$(RUN) legends $(SETS) $(MORE)

rules: $(VENV)/.ready ## Print the illustrated rules of a game: make rules GAME=metals
	@$(RUN) rules $(GAME) $(SETS) $(foreach size,$(SIZE),--size $(size)) $(if $(SEED),--seed "$$SEED") $(MORE)

all: $(VENV)/.ready ## Print every sheet of every game
	@$(RUN) all $(if $(SEED),--seed "$$SEED") $(MORE)

pieces: $(VENV)/.ready ## Save a picture of each piece to cut out: make pieces GAME=quads ARGS="--size poker"
	@$(RUN) pieces $(GAME) $(SETS) $(if $(SEED),--seed "$$SEED") $(MORE)

table: $(VENV)/.ready ## Save a game for Tabletop Simulator: make table GAME=quads
	@$(RUN) table $(GAME) $(ROLL) $(MORE)

batch: $(VENV)/.ready ## Print many variants with a manifest: make batch N=100 SEED=sunday
	@$(RUN) batch $(if $(findstring --from,$(ARGS)),,$(GAME)) $(ROLL) $(COUNT) $(MORE)

watch: $(VENV)/.ready ## Print sheets again whenever a set or a picture is saved: make watch SET=base
	@$(RUN) watch $(GAME) $(ROLL) $(MORE)

studio: $(VENV)/.ready-studio $(PAGE) ## Edit sets in your browser and see their sheets change: make studio
	@$(RUN) studio --open $(ARGS)

proof: $(VENV)/.ready ## Print what could go wrong with a set, or contact sheets of all art: make proof SET=base
	@$(RUN) proof $(if $(SET),$(SET) --game $(GAME),art) $(MORE)

calibrate: ## Print a sheet to read a printer's faults from; save what you read
reprint: ## Print again what of a batch is stale: make reprint ARGS=output/....jsonl
inspect: ## Say what a PDF holds: make inspect ARGS=output/....pdf
validate: ## List mistakes in sets, and what is odd: make validate ARGS=mine
calibrate reprint inspect validate: $(VENV)/.ready
	@$(RUN) $@ $(if $(filter calibrate,$@),$(MORE),$(ARGS))

vetted: $(VENV)/.ready ## Search long for what plays best, and keep it for `make boards`
	@$(RUN) $@ $(GAME) $(ROLL) $(COUNT) $(ARGS)

stats: $(VENV)/.ready ## Roll a set thousands of times and report frequencies: make stats SET=base
	@$(RUN) stats $(SET) $(OTHER_GAME) $(filter-out $(SETS),$(ROLL)) $(REPORT)

playtest: $(VENV)/.ready ## Have programs play many boards of a set: make playtest SET=base PLAYERS="2 4"
	@$(RUN) playtest $(OTHER_GAME) $(ROLL) $(REPORT)

schema: $(VENV)/.ready ## Write what editors need to help with sets: make schema OUT=schemas
	@$(RUN) schema $(if $(OUT),,--output sets/schemas --docs docs/sets.md) $(MORE)

test: ## Check style, types and layers, and run the tests that take little time
test-all: ## The same with all tests
# The tests in a browser need the page; without npm they are skipped and say so.
test-all: $(if $(shell command -v npm),$(PAGE))
test-all: EVERY = -m "" --hypothesis-profile=ci
test test-all: $(VENV)/.ready-test $(SERVER)
	@$(BIN)/ruff check $(STYLED)
	@$(BIN)/ruff format --check $(STYLED)
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/mypy & types=$$!; \
		$(BIN)/python -m pytest -q -n auto --dist worksteal $(EVERY); tests=$$?; \
		wait $$types && exit $$tests

# Without npm, or without the net, the tests are skipped and say so.
$(SERVER): tests/editor/package-lock.json
	@if command -v npm >/dev/null && (cd tests/editor && npm ci --silent --ignore-scripts \
		--no-audit --no-fund --fetch-retries 0 --fetch-timeout 20000) 2>/dev/null; then touch $@; \
	else echo "no yaml-language-server here: its tests are skipped"; fi

bench: $(VENV)/.ready-test $(if $(shell command -v npm),$(PAGE)) ## Measure speed: make bench ARGS="--against ../before"
	@$(BIN)/python -m benchmarks $(ARGS)

# The page, bundled from its sources and from npm; compiled packages of Python for browsers.
WASM = $(shell sed -n '/^pydantic-core==/p; /^pypdfium2==/p' requirements.lock)
$(PAGE): requirements.lock $(FRONTEND)/package-lock.json $(FRONTEND)/build.mjs \
		$(wildcard $(FRONTEND)/src/*.* $(FRONTEND)/src/*/*.*) | $(VENV)/.ready
	@command -v npm >/dev/null || { \
		echo "The page is built with npm, which was not found: install Node.js 20 or newer." >&2; exit 1; }
	@cd $(FRONTEND) && npm ci --silent --ignore-scripts --no-audit --no-fund
	@cd $(FRONTEND) && npm run --silent build
	@$(BIN)/python -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: \
		--platform pyemscripten_2026_0_wasm32 --python-version 3.14 \
		-d generator/web/bundle/wheels $(WASM)
	@touch $@

COMPILE = $(BIN)/pip-compile -q --no-header --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links --strip-extras --no-annotate -U

lock: $(VENV)/.ready-test ## Write the lock files anew from pyproject.toml
	@$(BIN)/python -m pip install -q pip-tools==7.6.2
	@$(COMPILE) --extra watch -o requirements.lock pyproject.toml
	@$(COMPILE) --extra fast -c requirements.lock -o requirements-fast.lock pyproject.toml
	@$(COMPILE) --extra test -c requirements.lock -o requirements-test.lock pyproject.toml

site: $(VENV)/.ready $(PAGE) ## Write the page that draws sheets in a browser: make site OUT=folder
	@$(RUN) site $(MORE)

clean: ## Remove the environment; output/ stays
	rm -rf $(VENV) build dist tests/editor/node_modules $(FRONTEND)/node_modules generator/web/bundle

# The environment. Each step says in plain words what is missing.
$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "This needs Python 3.11 or newer, and '$(PYTHON)' was not found." >&2; \
		echo "Install it, or name yours: make boards PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "This needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1)." >&2; \
		echo "Install a newer one, or name it: make boards PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "Python's venv module is missing. On Debian or Ubuntu: apt install python3-venv" >&2; \
		exit 1; }
	@echo "Making $(VENV) (once; a minute or so) ..."
	@$(PYTHON) -m venv $(VENV)

# The rules engine is compiled where numba can be installed; elsewhere it is slow, but the same.
$(VENV)/.ready: requirements.lock requirements-fast.lock pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --only-binary :all: \
		-r requirements-fast.lock 2>/dev/null || echo "No numba for this Python: boards are playtested slowly."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@touch $@

# The studio's server, in the versions that are tested.
$(VENV)/.ready-studio: $(VENV)/.ready
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements-test.lock -e '.[studio]'
	@touch $@

$(VENV)/.ready-test: requirements-test.lock $(VENV)/.ready
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-test.lock
	@$(BIN)/python -c 'from generator.games.authoring_support import prepare_programs; prepare_programs()'
	@touch $@
