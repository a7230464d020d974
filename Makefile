# The two commands you need: `make run` to play, `make test` to check everything. Both set up what is missing.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test chaos bench figures screenshots client update figrid contract fuzz mutants audit
# Options for the server: make run ARGS="--listen 0.0.0.0:8015"
ARGS ?=
# What is fuzzed, all of it if empty: make fuzz TARGETS="wire import"
TARGETS ?=
NPM := npm --prefix web-client --no-fund --no-audit
FIGRID := 1.2.0
INSTALLED := web-client/node_modules/.package-lock.json

help: ## Show this list.
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 16

run: ## Build all of it and start the server at http://127.0.0.1:8015/.
	@bash .ci/setup run
	@$(MAKE) --no-print-directory client
	@echo "== Building the server"
	cargo build --release --locked
	./target/release/tengen serve $(ARGS)

test: ## Check and test all of it, the browser client in a real browser too.
	@bash .ci/setup test
	@echo "== Client: packages"
	@$(MAKE) --no-print-directory $(INSTALLED)
	@echo "== Client: types"
	$(NPM) run check
	@echo "== Client: unit tests"
	$(NPM) test
	@echo "== Client: build"
	$(NPM) run build
	@echo "== Protocol: the validators of others"
	@$(MAKE) --no-print-directory contract
	@echo "== An engine to play against"
	@$(MAKE) --no-print-directory figrid
	@echo "== Server: format"
	cargo fmt --check
	@echo "== Server: lints"
	cargo clippy --locked --all-targets -- -D warnings
	@echo "== Server: tests"
	cargo test --locked
	@echo "== Both, in a browser"
	cargo build --locked
	$(NPM) run e2e
	@echo "== All of it passes"

chaos: ## Do bad things to servers while people play, for hours; ROUNDS=10 ONLY="kill 6" does so many, of those.
	@bash .ci/setup test
	LONG=1 ROUNDS=$(ROUNDS) cargo test --locked --test chaos -- $(ONLY)

# Leave SHORT empty for the full form, which writes docs/performance.md: make bench SHORT=1
SHORT ?=

bench: client bench/peers/node_modules/.package-lock.json ## Measure the server against its limits, and the judge, the rules and the search; SHORT=1 takes a minute.
	@mkdir -p target
ifeq ($(SHORT),)
	cargo bench --locked --bench judge | tee target/judge.txt
	cargo bench --locked --bench rules
	GAMES=20000 cargo bench --locked --bench games
endif
	JUDGE=$(if $(SHORT),,$(CURDIR)/target/judge.txt) SHORT=$(SHORT) cargo bench --locked --bench limits

figures: client ## Print how quick the first pages are on a mid-range phone, beside what they must be.
	@bash .ci/setup test
	cargo build --release --locked
	TENGEN_BIN=$(CURDIR)/target/release/tengen $(NPM) run figures

screenshots: client ## Take pictures of the client, into web-client/screenshots.
	@bash .ci/setup test
	cargo build --locked
	$(NPM) run screenshots

contract: tests/contract/node_modules/.package-lock.json ## Have proto/ checked by the validators of AsyncAPI, OpenAPI and JSON Schema.
	npm --prefix tests/contract run check

figrid: target/figrid/bin/pbrain-figrid ## Install figrid, the engine that the tests of `tengen bot` play with.

fuzz: ## Have a fuzzer try everything that strangers can send, a minute each; TARGETS="wire import" for some of it.
	@bash .ci/fuzz $(TARGETS)

mutants: ## Change the rules of the games in every small way, and see whether a test notices. Takes an hour.
	@bash .ci/mutants

audit: ## Check licences, sources and copies of what is built in, and advisories where their database can be reached.
	@bash .ci/audit

update: ## Write again what is generated in proto/; read the difference before you keep it.
	UPDATE=1 cargo test --locked --test proto

client: $(INSTALLED)
	@echo "== Building the client"
	$(NPM) run build

$(INSTALLED): web-client/package-lock.json
	$(NPM) ci
	@touch $@

# Bun's program comes with the package; no script of theirs is run.
bench/peers/node_modules/.package-lock.json: bench/peers/package-lock.json
	npm --prefix bench/peers --no-fund --no-audit ci --ignore-scripts
	@touch $@

tests/contract/node_modules/.package-lock.json: tests/contract/package-lock.json
	npm --prefix tests/contract --no-fund --no-audit ci --ignore-scripts
	@touch $@

target/figrid/bin/pbrain-figrid:
	cargo install figrid-board --version $(FIGRID) --locked --bin pbrain-figrid --features embed-weights,codebook-eval --root target/figrid
