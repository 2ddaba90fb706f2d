// Owns: the model that the engine asks. It exists before what answers it: the engine needs a model, and the connection needs the engine.
import type { Log } from "@kibitz/ports"
import type { ConnectionKeeper, Credentials } from "./credentials.ts"
import { type LazyModel, lazyModel } from "./lazy-model.ts"
import { twoModels } from "./two-models.ts"

export class HostModel {
  readonly model: LazyModel
  private connection: ConnectionKeeper | null = null
  /** Agents that began in a rehearsal stay there: a key that is connected later is never spent on them unasked (ux 1.4). */
  private stage: Credentials | null = null

  constructor(log: Log) {
    this.model = lazyModel(
      async () => {
        const { anthropicModel } = await import("@kibitz/adapters/anthropic")
        return twoModels(
          anthropicModel({ credentials: () => this.connection?.current() ?? null, log }),
          anthropicModel({ credentials: () => this.stage, log }),
        )
      },
      async (request) => {
        await this.connection?.settled()
        if (request?.rehearsal) this.stage = (await this.connection?.rehearsal()) ?? null
      },
    )
  }

  /** Until this is called no model is connected. */
  answerFrom(connection: ConnectionKeeper): void {
    this.connection = connection
  }
}
