export type { Exchange, ModelStage } from "./exchange.ts"
export { modelContract } from "./model-contract.ts"
export { type ScriptedExchange, type ScriptedModel, scriptedModel } from "./scripted-model.ts"
