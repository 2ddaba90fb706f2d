import { modelContract } from "./model-contract.ts"
import { scriptedModel } from "./scripted-model.ts"

modelContract("scriptedModel", async () => scriptedModel())
