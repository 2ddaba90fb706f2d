// @ts-check
// Owns: what set-up tells the person at the terminal, and the one way in which it gives up. All of it on stderr: stdout belongs to
// what is being run (one JSON message per line for `kibitz rpc` and the benchmarks).

const colour = process.stderr.isTTY && !process.env.NO_COLOR
const paint = (/** @type {string} */ code, /** @type {string} */ text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** A failure with a remedy. Printed without a stack: the reader needs the next step, not our call sites. */
export class SetupFailure extends Error {
  /**
   * @param {string} message what failed
   * @param {string} remedy what to do now
   */
  constructor(message, remedy) {
    super(message)
    this.name = "SetupFailure"
    this.remedy = remedy
  }
}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${paint("36", "kibitz")} ${text}\n`)
}

/** @param {string} text */
export function notice(text) {
  process.stderr.write(`${paint("33", "kibitz")} ${paint("33", text)}\n`)
}

/** @param {number} since `performance.now()` at the start */
export function elapsed(since) {
  const seconds = (performance.now() - since) / 1000
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/**
 * Says what begins and how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const start = performance.now()
  say(`${what} …`)
  const value = await work()
  say(`${what}: done in ${elapsed(start)}`)
  return value
}

/**
 * Runs a script's main function; a failure is told with its remedy. Its answer is this process's exit code, whatever else ends the
 * process: a library's exit hook once turned failed tests into a success.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  let answer = 1
  process.once("exit", () => {
    process.exitCode = answer
  })
  try {
    answer = await main()
  } catch (error) {
    if (error instanceof SetupFailure) {
      process.stderr.write(`\n${paint("31", "kibitz: failed:")} ${error.message}\n\nWhat to do: ${error.remedy}\n`)
    } else {
      process.stderr.write(
        `\n${paint("31", "kibitz: failed unexpectedly:")} ${error instanceof Error ? error.stack : error}\n\n` +
          "What to do: start again. If it happens again, it is a mistake of ours: report it with the lines above.\n",
      )
    }
  }
}
