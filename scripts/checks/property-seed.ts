// Owns: where property tests begin: at the seed that vitest.config.ts chose and printed for this run. PROPERTY_SEED=<number> repeats a run.
import fc from "fast-check"

const seed = Number(process.env.PROPERTY_SEED)
if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is "${process.env.PROPERTY_SEED}"; it takes a whole number.`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
