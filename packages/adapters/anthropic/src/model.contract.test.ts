import { modelContract } from "@kibitz/testkit/model"
import { httpStage } from "./testing/http-stage.ts"

modelContract("anthropicModel", httpStage)
