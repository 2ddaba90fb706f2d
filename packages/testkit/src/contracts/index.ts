// The suites that a fake and the real thing both answer to. Apart from the fakes because they need a test runner.
export * from "./clock-contract.ts"
export * from "./drafts-contract.ts"
export * from "./journal-contract.ts"
export * from "./notifier-contract.ts"
export * from "./sandbox-contract.ts"
export * from "./tools-contract.ts"
