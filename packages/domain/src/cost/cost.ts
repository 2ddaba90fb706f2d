// Owns: what a reply costs by the price table. An estimate in the safe direction; the provider's bill decides.
import { defaultSettings, type Price, type Settings, type Usage } from "@kibitz/contract"

const CACHE_READ = 0.1
const CACHE_WRITE = 1.25

/** In US dollars. */
export function costOf(usage: Usage, model: string, settings: Settings): number {
  const { input, output } = priceOf(model, settings.prices)
  const inputTokens = usage.inputTokens + usage.cacheReadTokens * CACHE_READ + usage.cacheWriteTokens * CACHE_WRITE
  return (inputTokens * input + usage.outputTokens * output) / 1_000_000
}

/** Providers answer with the dated name of what was asked for by its plain one. Whatever is not listed counts as the dearest. */
function priceOf(model: string, prices: Settings["prices"]): Price {
  for (const name of [model, model.replace(/-\d{8}$/, "")]) {
    const listed = Object.hasOwn(prices, name) ? prices[name] : undefined
    if (listed) return listed
  }
  const known = Object.values(prices)
  return dearest(known.length > 0 ? known : Object.values(defaultSettings.prices))
}

function dearest(prices: readonly Price[]): Price {
  return { input: Math.max(...prices.map(({ input }) => input)), output: Math.max(...prices.map(({ output }) => output)) }
}
