import type { Instant } from "@kibitz/contract"
import { expect, test } from "vitest"
import { providerRemedy, providerSentence } from "./provider-copy.ts"

const refused = { failure: "auth", message: "invalid x-api-key", status: 401, wakes: false, until: null } as const
const limited = { failure: "rate_limited", message: "", wakes: true, until: "2026-01-01T10:00:00.000Z" as Instant } as const

test("ux 6: the sentences and buttons about a provider", () => {
  expect(providerSentence(limited, 5, 38_000)).toBe("The provider asks us to wait 38 s. 5 agents continue after that.")
  expect(providerSentence({ ...limited, wakes: false }, 5, 38_000)).toMatch(/5 agents stay paused after that/)
  expect(providerSentence(limited, 1, 0)).toBe("The wait is over. 1 agent continues after that.")
  expect(providerSentence(refused, 12, 0)).toBe("The provider refused this key (401). 12 agents are paused, nothing is lost.")
  expect(providerSentence({ ...refused, failure: "no_model" }, 3, 0)).toBe("No model is connected. Rehearsal works without one.")
  expect(providerSentence({ ...refused, failure: "offline" }, 3, 0)).toBe(
    "No network. Agents pause at their next model call. Reading and reviewing still work.",
  )
  expect(providerSentence({ ...limited, failure: "offline" }, 3, 20_000)).toBe(
    "No network. Agents pause at their next model call. Reading and reviewing still work. Kibitz tries again in 20 s.",
  )
  expect(providerSentence({ ...limited, failure: "offline" }, 3, 0)).toMatch(/Kibitz tries again now\.$/)
  expect(providerSentence({ ...refused, failure: "billing", message: "The credit is used up." }, 1, 0)).toBe(
    "The credit is used up. 1 agent is paused, nothing is lost.",
  )
  expect(providerSentence({ ...refused, failure: "billing", message: "model: nonsense-9" }, 1, 0)).toBe(
    "model: nonsense-9. 1 agent is paused, nothing is lost.",
  )
  expect(providerSentence({ ...refused, failure: "model_not_found", message: "model: x", model: "nonsense-9" }, 1, 0)).toBe(
    "The provider does not know the model “nonsense-9”. 1 agent is paused, nothing is lost.",
  )
  expect([providerRemedy("no_model"), providerRemedy("auth")]).toEqual(["Connect a model", "Fix key"])
})
