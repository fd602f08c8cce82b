# Everything runs in .venv, made on first use; nothing needs activating or sudo.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check
RUN := $(BIN)/board-generator

# What to print. Every other option goes through ARGS: make boards ARGS="--paper letter --ink low"
GAME ?= magnetmen
KNOWN := PYTHON GAME SET SIZE PLAYERS SEED N OUT ARGS
typed = $(foreach name,$(.VARIABLES),$(if $(findstring command,$(origin $(name))),$(name)))
unknown := $(filter-out $(KNOWN) -% MAKE%,$(typed))
$(if $(unknown),$(error $(unknown): expected $(KNOWN); other options go through ARGS: ARGS="--paper letter"))
# What people type may hold quotes: the shell reads these from its environment.
export SEED OUT
unexport PYTHONDONTWRITEBYTECODE # tests start Python hundreds of times
ROLL = $(foreach set,$(SET),--set $(set)) $(foreach size,$(SIZE),--size $(size)) \
	$(foreach count,$(PLAYERS),--players $(count)) $(if $(SEED),--seed "$$SEED")
OPTIONS = $(ROLL) $(if $(N),--count $(N)) $(if $(OUT),--output "$$OUT") $(ARGS)
SPACE := $(subst ,, )
REPORT = --report "$${OUT:-output/$(subst $(SPACE),.,$(strip $@ $(SET))).html}" $(ARGS)
FRONTEND := generator/web/frontend
PAGE := generator/web/bundle/.ready
SERVER := tests/editor/node_modules/.ready
.DEFAULT_GOAL := help
.PHONY: help boards metals quads discs all batch studio site watch validate stats playtest vetted schema test \
	test-all test-changed bench lock clean

help: ## List the targets
	@echo "make TARGET [OPTION=VALUE ...]"
	@grep -hE '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | awk -F'\t' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo "Options: SET=\"base advanced\" SIZE=big PLAYERS=3 SEED=sunday N=5 GAME=metals OUT=folder ARGS=\"--ink low\""
	@echo "ARGS takes any option of $(RUN) TARGET --help; it has more commands (rules, pieces, calibrate)."

boards: ## Print a fresh Magnetmen board, or what GAME names
metals: ## Print Metals: map, tokens, cards, rules
quads: ## Print Quads: reference cards, board, pieces
discs: ## Print the disc race: reference cards, discs, dice
all: ## Print every sheet of every game
boards metals quads discs all: $(VENV)/.ready
	@$(RUN) $(or $(if $(filter boards,$@),$(filter-out magnetmen,$(GAME))),$@) $(OPTIONS)

batch: $(VENV)/.ready ## Print many variants with a manifest: make batch N=100 SEED=sunday
	@$(RUN) batch $(if $(findstring --from,$(ARGS)),,$(GAME)) $(OPTIONS)
watch: $(VENV)/.ready ## Print sheets again whenever a set or a picture is saved: make watch SET=base
	@$(RUN) watch $(GAME) $(OPTIONS)
validate: $(VENV)/.ready ## List mistakes in sets, and what is odd: make validate ARGS=mine
	@$(RUN) validate $(ARGS)
stats: $(VENV)/.ready ## Roll a set thousands of times and report frequencies: make stats SET=base
	@$(RUN) stats $(SET) $(if $(filter-out magnetmen,$(GAME)),--game $(GAME)) $(REPORT)
playtest: $(VENV)/.ready ## Have programs play many boards of a set: make playtest SET=base PLAYERS="2 4"
	@$(RUN) playtest --game $(GAME) $(ROLL) $(REPORT)
vetted: $(VENV)/.ready ## Search long for what plays best, and keep it for `make boards`
	@nice -n 19 $(RUN) vetted $(GAME) $(OPTIONS)
schema: $(VENV)/.ready ## Write what editors need to help with sets: make schema OUT=schemas
	@$(RUN) schema $(if $(OUT),,--output sets/schemas --docs docs/sets.md) $(OPTIONS)
studio: $(VENV)/.ready-studio $(PAGE) ## Edit sets in your browser and see their sheets change
	@$(RUN) studio --open $(ARGS)
site: $(VENV)/.ready $(PAGE) ## Write the page that draws sheets in a browser: make site OUT=folder
	@$(RUN) site $(OPTIONS)

test: ## Check style, types and layers, and run the tests that take little time
test-all: ## The same with all tests
test-changed: ## Run the tests that your changes since the last commit touch
# Tests in a browser need the page; without npm they are skipped and say so.
test-all: $(if $(shell command -v npm),$(PAGE))
test-all: TESTS = -m "" --hypothesis-profile=whole
test-changed: TESTS = $(or $(shell $(BIN)/python tests/changed.py),--collect-only)
test test-all test-changed: $(VENV)/.ready-test $(SERVER)
	@$(BIN)/ruff check generator tests benchmarks && $(BIN)/ruff format --check generator tests benchmarks
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/mypy & types=$$!; \
		$(BIN)/python -m pytest -q -n auto --dist worksteal $(TESTS); tests=$$?; wait $$types && exit $$tests
bench: $(VENV)/.ready-test $(if $(shell command -v npm),$(PAGE)) ## Measure speed: make bench ARGS="--against ../before"
	@$(BIN)/python -m benchmarks $(ARGS)
LOCK = $(BIN)/pip-compile -q -U --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	--strip-extras --no-annotate pyproject.toml
lock: $(VENV)/.ready-test ## Write the lock files anew from pyproject.toml
	@$(PIP) pip-tools==7.6.2
	@$(LOCK) --extra watch -o requirements.lock
	@$(LOCK) --extra fast -c requirements.lock -o requirements-fast.lock
	@$(LOCK) --extra test -c requirements.lock -o requirements-test.lock
clean: ## Remove the environment; output/ stays
	rm -rf $(VENV) build dist tests/editor/node_modules $(FRONTEND)/node_modules generator/web/bundle

# The environment. Each step says in plain words what is missing.
$(BIN)/python:
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "This needs Python 3.11 or newer with its venv module; '$(PYTHON)' is $$($(PYTHON) -V 2>&1)." >&2; \
		echo "Debian, Ubuntu: apt install python3-venv. Another Python: make boards PYTHON=python3.12" >&2; exit 1; }
	@echo "Making $(VENV) (once; a minute or so) ..."
	@$(PYTHON) -m venv $(VENV)

# The rules engine is compiled where numba can be installed; elsewhere it is slow, but the same.
$(VENV)/.ready: requirements.lock requirements-fast.lock pyproject.toml | $(BIN)/python
	@$(PIP) -r requirements.lock
	@$(PIP) --only-binary :all: -r requirements-fast.lock 2>/dev/null || \
		echo "No numba for this Python: boards are playtested slowly."
	@$(PIP) --no-deps -e . && touch $@

$(VENV)/.ready-studio: $(VENV)/.ready # the server, in the versions that are tested
	@$(PIP) -c requirements-test.lock -e '.[studio]' && touch $@

$(VENV)/.ready-test: requirements-test.lock $(VENV)/.ready
	@$(PIP) -r requirements-test.lock
	@$(BIN)/python tests/prepare.py && touch $@

# Help in editors is tested where npm and the net are; else its tests are skipped and say so.
$(SERVER): tests/editor/package-lock.json
	@(cd tests/editor && npm ci --silent --ignore-scripts --no-audit --no-fund --fetch-retries 0 \
		--fetch-timeout 20000) 2>/dev/null && touch $@ || echo "no yaml-language-server here: its tests are skipped"

# The page, bundled from its sources and from npm; compiled packages of Python for browsers.
$(PAGE): requirements.lock $(wildcard $(FRONTEND)/*.*) $(shell find $(FRONTEND)/src -type f) | $(VENV)/.ready
	@command -v npm >/dev/null || { echo "The page needs npm: install Node.js 20 or newer." >&2; exit 1; }
	@cd $(FRONTEND) && npm ci --silent --ignore-scripts --no-audit --no-fund && npm run --silent build
	@$(BIN)/python -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: \
		--platform pyemscripten_2026_0_wasm32 --python-version 3.14 -d $(@D)/wheels \
		$(shell sed -n '/^pydantic-core==/p; /^pypdfium2==/p' requirements.lock) && touch $@
