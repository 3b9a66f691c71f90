# `make demo` and `make test` need nothing but Python 3.11 or later and make.

PYTHON ?= python3
BIN := .venv/bin
BENCH := .venv-bench
READY := .venv/.ready
KB := .demo/kb
GOLD := benchmarks/handbook/gold.jsonl
GATE := eval gate $(GOLD) --corpus docs/handbook --baseline benchmarks/handbook/baseline.json
DATA ?= ../shared/data

.PHONY: demo test browser check gate accept-handbook format bench report oracle clean

demo: $(READY)
	rm -rf $(KB)
	$(BIN)/pincite add docs/handbook --kb $(KB)
	$(BIN)/pincite ask "Why does a blind cut destroy an answer?" --kb $(KB)
	$(BIN)/pincite ask "How do I renew my passport?" --kb $(KB); test $$? -eq 3

test: $(READY)
	@test -z "$$CI" || $(MAKE) --no-print-directory browser || echo "No chromium could be installed: the tests of the page are skipped."
	$(BIN)/python -m pytest -n 2

# The browser that the tests of the page drive; Debian's. Without one they are skipped, and say so.
browser:
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; }

check: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/docs

# The handbook's golden set against its committed baseline; exit code 5 (2 from make) when the search has become worse.
gate: $(READY)
	$(BIN)/pincite $(GATE)

# After the handbook was edited: every needle where it stands now, and the changed corpus taken over. Floors stay.
accept-handbook: $(READY)
	$(BIN)/python benchmarks/handbook/place_needles.py $(GOLD) docs/handbook
	$(BIN)/pincite eval check $(GOLD) --corpus docs/handbook
	$(BIN)/pincite $(GATE) --update --accept-corpus

format: $(READY)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Speed and quality, measured; neither fails because of a number. `report` writes benchmarks/results.
bench: $(READY)
	@$(MAKE) --no-print-directory $(BENCH)/.ready || echo "Measuring without $(BENCH), which could not be set up."
	$(BIN)/python benchmarks/speed.py

report: $(READY)
	$(BIN)/python benchmarks/report.py $(DATA)

# The tests that compare with transformers, which `make test` skips because PyTorch is too heavy for it.
oracle: $(READY) $(BENCH)/.ready
	PYTHONPATH="$$(echo $(BENCH)/lib/python*/site-packages)" $(BIN)/python -m pytest tests/oracle

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,mcp,multilingual,ocr,repair,serve]'
	touch $@

# PyTorch and its kind, to compare with; they stay out of the project's own venv.
$(BENCH)/.ready: benchmarks/requirements.txt
	rm -f $@
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $< >$(BENCH)/install.log 2>&1
	touch $@

clean:
	rm -rf .venv $(BENCH) .demo .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
