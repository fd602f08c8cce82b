# Everything runs in .venv, made on first use; nothing needs activating or sudo.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What `make boards` and its sisters pass on; empty means the default.
GAME ?= magnetmen
SETS ?= $(SET)
SIZE ?=
PLAYERS ?=
SEED ?=
COUNT ?=
PAPER ?=
INK ?=
LOCALE ?=
RULES ?=
PLAYTEST ?=
FACTIONS ?=
SHEET ?=
FLIP ?=
PRINTER ?=
N ?=
KEEP ?=
OF ?=
FROM ?=
PDFS ?=
PATTERN ?=
CONTACT ?=
INK_SHARE ?=
RESUME ?=
JOBS ?=
SCHEDULER ?=
QUIET ?=
MANIFEST ?=
LIST ?=
SEEDS ?=
ROLLS ?=
GAMES ?=
PLAYER ?=
OPTION ?=
AGAINST ?=
CSV ?=
SCALE ?=
MARGINS ?=
BACK_OFFSET ?=
OLD ?=
NEW ?=
SEEDS ?=
ID ?=
OUT ?=
SETS_DIR ?=
# What people type may hold quotes: the shell reads these from its environment.
export SEED ID OUT SETS_DIR CSV AGAINST FILE PRINTER FROM PATTERN MANIFEST SCHEDULER OLD NEW SHEET

CHOSEN = $(foreach set,$(SETS),--set $(set))
WHICH = $(if $(SEED),--seed "$$SEED") $(if $(ID),--id "$$ID") $(if $(COUNT),--count $(COUNT))
OPTIONS = $(CHOSEN) $(if $(SIZE),--size $(SIZE)) $(if $(PLAYERS),--players $(PLAYERS)) $(WHICH)
LOOKS = $(if $(PAPER),--paper $(PAPER)) $(if $(INK),--ink $(INK)) \
	$(if $(LOCALE),--language $(LOCALE)) $(if $(SETS_DIR),--sets-dir "$$SETS_DIR") \
	$(if $(PRINTER),--printer "$$PRINTER") $(if $(OUT),--output "$$OUT")
CUT = $(if $(SHEET),--sheet $(SHEET)) $(if $(FLIP),--flip $(FLIP))
WORKERS = $(if $(JOBS),--jobs $(JOBS)) $(if $(SCHEDULER),--scheduler "$$SCHEDULER") \
	$(call yes,QUIET,--quiet)
# $(call yes,NAME,option when yes,option when no)
yes = $(if $(filter yes on true 1,$($(1))),$(2),$(if $(filter no off false 0,$($(1))),$(3),\
	$(if $($(1)),$(error $(1)=$($(1)): expected yes or no))))

# $(call named,VARIABLE,example): ends with one line if the variable is empty
named = test -n "$$$(1)" || { echo "name it: $(2)" >&2; exit 2; }
TESTED = $(call yes,PLAYTEST,--playtest,--no-playtest)
# What tests of help in editors run, where there is npm.
SERVER := tests/editor/node_modules/.ready

.DEFAULT_GOAL := help
.PHONY: help all boards inventories legends metals quads discs batch reprint stats watch rules proof calibrate check inspect validate diff schema test lint lock bench clean

help: ## List the targets
	@echo "make TARGET [OPTION=VALUE ...]"
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort \
		| awk -F'\t' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo "Options: SETS=\"base advanced\" SIZE=big PLAYERS=3 SEED=sunday COUNT=5 PAPER=letter"
	@echo "         INK=low LOCALE=fr RULES=no PLAYTEST=no FACTIONS=yes SHEET=map FLIP=short"
	@echo "         ID=game-id OUT=file-or-folder SETS_DIR=folder PRINTER=profile"
	@echo "batch:   N=100 or KEEP=20 OF=500, GAME=metals FROM=file PDFS=each PATTERN={number} CONTACT=yes"
	@echo "         INK_SHARE=yes RESUME=yes JOBS=2 SCHEDULER=address QUIET=yes"
	@echo "playtest, stats: ROLLS=100 GAMES=64 PLAYER=6x4 AGAINST=folder SEEDS=10000 CSV=file"

boards: $(VENV)/.ready ## Print a fresh Magnetmen board
	@$(BIN)/python -m generator boards $(OPTIONS) $(call yes,RULES,--rules,--no-rules) \
		$(TESTED) $(LOOKS)

inventories: $(VENV)/.ready ## Print larger inventories for a board
	@$(BIN)/python -m generator inventories $(OPTIONS) $(TESTED) $(LOOKS)

legends: $(VENV)/.ready ## Print the tables of all types and their powers
	@$(BIN)/python -m generator legends $(CHOSEN) $(LOOKS)

metals: $(VENV)/.ready ## Print Metals: map, tokens, cards, rules
	@$(BIN)/python -m generator metals $(CHOSEN) $(call yes,FACTIONS,--factions,--no-factions) \
		$(WHICH) $(CUT) $(LOOKS)

quads: $(VENV)/.ready ## Print Quads: reference cards, board, pieces
	@$(BIN)/python -m generator quads $(CHOSEN) $(if $(ID),--id "$$ID") $(CUT) $(LOOKS)

discs: $(VENV)/.ready ## Print the disc race: reference cards, discs, dice
	@$(BIN)/python -m generator discs $(CHOSEN) $(WHICH) $(CUT) $(LOOKS)

all: $(VENV)/.ready ## Print every sheet of every game
	@$(BIN)/python -m generator all $(if $(SEED),--seed "$$SEED") \
		$(if $(FLIP),--flip $(FLIP)) $(TESTED) $(LOOKS)

batch: $(VENV)/.ready ## Print many variants with a manifest: make batch N=100 SEED=sunday
	@$(BIN)/python -m generator batch $(if $(FROM),--from "$$FROM",$(GAME)) $(OPTIONS) \
		$(if $(N),--count $(N)) $(if $(KEEP),--keep $(KEEP)) $(if $(OF),--of $(OF)) $(TESTED) \
		$(call yes,RULES,--rules,--no-rules) $(CUT) $(LOOKS) \
		$(if $(PDFS),--pdfs $(PDFS)) $(if $(PATTERN),--pattern "$$PATTERN") \
		$(call yes,CONTACT,--contact) $(call yes,INK_SHARE,--ink-share) \
		$(call yes,RESUME,--resume) $(WORKERS)

reprint: $(VENV)/.ready ## Print anew what of a batch is stale: make reprint MANIFEST=output/....jsonl
	@$(call named,MANIFEST,make reprint MANIFEST=output/....jsonl)
	@$(BIN)/python -m generator reprint "$$MANIFEST" $(if $(ID),--id "$$ID") \
		$(call yes,LIST,--list) $(if $(SETS_DIR),--sets-dir "$$SETS_DIR") \
		$(if $(PRINTER),--printer "$$PRINTER") $(WORKERS)

stats: $(VENV)/.ready ## Roll sets very often and show figures: make stats SET=base
	@$(BIN)/python -m generator stats $(SETS) $(if $(filter-out magnetmen,$(GAME)),--game $(GAME)) \
		$(if $(SIZE),--size $(SIZE)) $(if $(PLAYERS),--players $(PLAYERS)) \
		$(if $(SEED),--seed "$$SEED") $(if $(SEEDS),--seeds $(SEEDS)) $(if $(CSV),--csv "$$CSV") \
		$(if $(JOBS),--jobs $(JOBS)) $(call yes,QUIET,--quiet) $(LOOKS) \
		$(if $(OUT),,--output output)

watch: $(VENV)/.ready ## Make sheets anew whenever a set or a picture is saved: make watch SET=base
	@$(BIN)/python -m generator watch $(GAME) $(CHOSEN) $(if $(SIZE),--size $(SIZE)) \
		$(if $(PLAYERS),--players $(PLAYERS)) $(if $(SEED),--seed "$$SEED") \
		$(foreach sheet,$(SHEET),--sheet $(sheet)) $(if $(FLIP),--flip $(FLIP)) \
		$(call yes,RULES,--rules,--no-rules) $(LOOKS)

playtest: $(VENV)/.ready ## Have programs play many boards of a set: make playtest SET=base PLAYERS="2 4"
	@$(BIN)/python -m generator playtest $(CHOSEN) $(foreach size,$(SIZE),--size $(size)) \
		$(foreach count,$(PLAYERS),--players $(count)) $(if $(SEED),--seed "$$SEED") \
		$(if $(ROLLS),--rolls $(ROLLS)) $(if $(GAMES),--games $(GAMES)) \
		$(if $(PLAYER),--player $(PLAYER)) $(foreach reading,$(OPTION),--option $(reading)) \
		$(if $(AGAINST),--against "$$AGAINST") $(if $(CSV),--csv "$$CSV") \
		$(if $(JOBS),--jobs $(JOBS)) $(call yes,RESUME,--resume) $(call yes,QUIET,--quiet) \
		$(LOOKS) $(if $(OUT),,--output output)

rules: $(VENV)/.ready ## Print the illustrated rules of a game: make rules GAME=metals
	@$(BIN)/python -m generator rules $(GAME) $(CHOSEN) $(if $(SEED),--seed "$$SEED") $(LOOKS)

proof: $(VENV)/.ready ## Print what could go wrong with a set, or contact sheets of all art: make proof SET=base
	@$(BIN)/python -m generator proof $(if $(SETS),$(SETS) --game $(GAME),art) $(if $(PAPER),--paper $(PAPER)) \
		$(if $(LOCALE),--language $(LOCALE)) $(if $(SETS_DIR),--sets-dir "$$SETS_DIR") \
		$(if $(OUT),--output "$$OUT")

calibrate: $(VENV)/.ready ## Print a sheet to read a printer's faults from; save what you read
	@$(BIN)/python -m generator calibrate $(if $(SCALE),--scale $(SCALE)) \
		$(if $(MARGINS),--margins $(MARGINS)) $(if $(BACK_OFFSET),--back-offset=$(BACK_OFFSET)) \
		$(if $(PAPER),--paper $(PAPER)) $(if $(LOCALE),--language $(LOCALE)) \
		$(if $(OUT),--output "$$OUT")

check: $(VENV)/.ready ## Examine a PDF for faults in print: make check FILE=output/....pdf
	@$(call named,FILE,make check FILE=output/....pdf)
	@$(BIN)/python -m generator check "$$FILE"

inspect: $(VENV)/.ready ## Tell what a PDF holds: make inspect FILE=output/....pdf
	@$(call named,FILE,make inspect FILE=output/....pdf)
	@$(BIN)/python -m generator inspect "$$FILE"

schema: $(VENV)/.ready ## Write what editors need for your sets: make schema OUT=schemas
	@$(BIN)/python -m generator schema \
		$(if $(OUT),--output "$$OUT",--output sets/schemas --docs docs/sets.md)

validate: $(VENV)/.ready ## List mistakes in sets, and what is odd: make validate FILE=mine
	@$(BIN)/python -m generator validate $(if $(FILE),"$$FILE") \
		$(if $(SETS_DIR),--sets-dir "$$SETS_DIR")

diff: $(VENV)/.ready ## Compare two versions of a set: make diff OLD=HEAD SET=base
	@$(call named,OLD,make diff OLD=HEAD SET=base)
	@$(BIN)/python -m generator diff "$$OLD" $(if $(NEW),"$$NEW") $(CHOSEN) \
		$(if $(SEEDS),--seeds $(SEEDS)) $(if $(SHEET),--sheet "$$SHEET") \
		$(if $(SIZE),--size $(SIZE)) $(if $(PAPER),--paper $(PAPER)) $(if $(INK),--ink $(INK)) \
		$(if $(LOCALE),--language $(LOCALE)) $(if $(SETS_DIR),--sets-dir "$$SETS_DIR") \
		$(if $(OUT),--output "$$OUT")

test: $(VENV)/.ready-test $(SERVER) ## Check style and run all tests
	@$(BIN)/ruff check generator tests benchmarks
	@$(BIN)/ruff format --check generator tests benchmarks
	@$(BIN)/python -m pytest -q -n auto

# Without npm, or without the net, the tests are skipped and say so.
$(SERVER): tests/editor/package-lock.json
	@if command -v npm >/dev/null && (cd tests/editor && npm ci --silent --ignore-scripts \
		--no-audit --no-fund --fetch-retries 0 --fetch-timeout 20000) 2>/dev/null; then touch $@; \
	else echo "no yaml-language-server here: its tests are skipped"; fi

bench: $(VENV)/.ready-test ## Measure speed, as ratios
	@$(BIN)/python -m benchmarks

lock: $(VENV)/.ready-test ## Write the lock files anew from pyproject.toml
	@$(BIN)/python -m pip install -q pip-tools==7.6.2
	@$(BIN)/pip-compile -q --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--strip-extras --no-annotate -U --extra watch -o requirements.lock pyproject.toml
	@$(BIN)/pip-compile -q --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--strip-extras --no-annotate -U --extra fast -c requirements.lock \
		-o requirements-fast.lock pyproject.toml
	@$(BIN)/pip-compile -q --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--strip-extras --no-annotate -U --extra test -c requirements.lock \
		-o requirements-test.lock pyproject.toml

clean: ## Remove the environment; output/ stays
	rm -rf $(VENV) build dist tests/editor/node_modules

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
	@$(BIN)/python -m generator.games.magnetmen.simulation.compile_ahead
	@touch $@

$(VENV)/.ready-test: requirements-test.lock $(VENV)/.ready
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-test.lock
	@touch $@
