import type { AnthropicModel } from "@kibitz/adapters/anthropic"

/** What is connected, and the rehearsal for those who began in it. A key is checked with the former. */
export function twoModels(connected: AnthropicModel, rehearsal: AnthropicModel): AnthropicModel {
  return {
    stream: (request, signal) => (request.rehearsal ? rehearsal : connected).stream(request, signal),
    check: (signal) => connected.check(signal),
    warm: () => connected.warm(),
    close() {
      connected.close()
      rehearsal.close()
    },
  }
}
