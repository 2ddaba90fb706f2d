// Fakes that behave and builders. The suites that fakes and adapters answer to are in ./contracts: they need a test runner.
export * from "./events.ts"
export * from "./ids-and-chance.ts"
export * from "./manual-clock.ts"
export * from "./memory-drafts.ts"
export * from "./memory-journal.ts"
export * from "./memory-secrets.ts"
export * from "./recording-log.ts"
export * from "./until-fact.ts"
