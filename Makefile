# Every target sets up what it needs, once, by itself; tools/bootstrap.py says how.

PYTHON ?= python3
ARGS ?=
RUN = $(PYTHON) tools/bootstrap.py run --
RUN_EARLY = $(PYTHON) tools/bootstrap.py run --without-interfaces --
TEST_WITH_TEXTS = test_an_answer_in_sentences_has_no_hidden_characters_and_no_markup

.DEFAULT_GOAL := help
.PHONY: help setup shell demo demo-picture demo-fleet demo-limits quick quick-core docs test test-boot lint bench score chaos fuzz mutants sbom audit clean

help:  ## list the targets
	@sed -nE 's/^([a-z-]+): .*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20
	@echo "  ARGS=...          goes to the program, PYTHON=... names the interpreter:"
	@echo "                    make test ARGS='-k fold' PYTHON=python3.12"

setup:  ## fetch ROS 2 and the tools, build the interfaces (the others do this too)
	@$(PYTHON) tools/bootstrap.py setup

shell: ## a shell in which robot-memory and the node are on the path
	@$(RUN) $${SHELL:-bash}

demo: ## show what a robot remembers
	@$(RUN) python demo/demo.py $(ARGS)

demo-picture: ## write docs/demo.svg anew from what the demo prints
	@$(RUN) python demo/demo.py >.build/demo.txt
	@$(RUN) python tools/reference/demo_picture.py <.build/demo.txt >docs/demo.svg

demo-fleet: ## show how robots tell each other what they know
	@$(RUN) python demo/fleet.py $(ARGS)

docs: ## write what comes from the code: docs/reference, docs/README.md, params.yaml
	@$(RUN) python tools/reference

demo-limits: ## show a robot that obeys a limit it learned, beside one that does not
	@$(RUN) python demo/limits.py

quick: ## the tests that need neither ROS nor recordings nor much time; no style, no types
	@$(PYTHON) tools/bootstrap.py run --without-ros -- pytest -q --numprocesses 2 --dist loadfile \
		-m 'not ros and not data and not slow' $(ARGS)

quick-core: ## the same where only the core is found: no extra, no ROS 2
	@$(PYTHON) tools/bootstrap.py run --without-ros -- \
		env PYTHONPATH=$(CURDIR)/test/core_only:$(CURDIR) \
		pytest -q --numprocesses 2 --dist loadfile -m 'not ros and not data and not slow' $(ARGS)

test: ## check everything
	@$(PYTHON) tools/bootstrap.py setup --without-interfaces
	@mkdir -p .build
	@# While messages and services are built, style and types are checked, which is told after the
	@# tests. One test with random texts is run then, too: so all tests are compiled once, and what
	@# Hypothesis reads from each module is kept once, for all processes.
	@$(MAKE) --no-print-directory lint >.build/lint.log 2>&1 & lint=$$!; \
		$(RUN_EARLY) pytest -qq -k $(TEST_WITH_TEXTS) >/dev/null 2>&1 & compiled=$$!; \
		$(PYTHON) tools/bootstrap.py setup || exit; wait $$compiled; \
		$(RUN) pytest -ra --numprocesses 5 --dist loadfile --no-loadscope-reorder $(ARGS); tests=$$?; \
		wait $$lint; lint=$$?; cat .build/lint.log; exit $$((tests | lint))

test-boot: ## the tests as on a machine that has just been switched on (Linux; ARGS as for test)
	@$(PYTHON) tools/bootstrap.py setup
	@$(PYTHON) tools/fresh_boot.py $(RUN) \
		pytest -ra --numprocesses 5 --dist loadfile --no-loadscope-reorder $(ARGS)

lint: ## style, types and dead code only
	@$(RUN_EARLY) ruff check
	@$(RUN_EARLY) ruff format --check
	@$(RUN_EARLY) mypy
	@$(RUN_EARLY) vulture

bench: ## measure speed and cost beside what you know; fails where a recorded ratio changed by a fifth
	@$(RUN) python bench/run.py $(ARGS)

score: ## precision and recall on simulated robots (ARGS=--docs writes docs/scores.md; --corpus DIR)
	@$(RUN) python bench/score.py $(ARGS)

chaos: ## kill at random, let operations of the disk fail (ARGS='200 --beside 100 --operations 5')
	@$(RUN) python bench/chaos.py $(ARGS)

fuzz: ## spoiled inputs for each reader of what others wrote (ARGS='--count 1000 --only mcap')
	@$(RUN) python bench/fuzz.py $(ARGS)

mutants: ## break modules in every small way, and show what their tests do not notice
	@$(RUN) python bench/mutants.py $(ARGS)

sbom: ## list the packages that come along, with their licences, as CycloneDX
	@$(RUN) python tools/bill_of_materials.py

audit: ## ask OSV, over the network, which of these packages have a known vulnerability
	@$(RUN) python tools/audit.py $(ARGS)

clean: ## remove all that set-up and the checks made
	rm -rf .venv .build build dist *.egg-info .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
