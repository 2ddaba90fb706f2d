export * from "./journal-contract.ts"
