// Owns: what `--ux-seed=<agents>,<depth>,<streams>[,<others>]` means, as a value: how many agents there are, who is below whom, who writes, who
// asks, gets stuck or is done. Pure, so that the same words always give the same team.
export type Seed = {
  /** In all, Jake included. */
  readonly agents: number
  /** Levels, Jake being the first, as the limit in the settings counts them. */
  readonly depth: number
  /** How many of them write; Jake never does. */
  readonly streams: number
  /** How many more come to something else, in turn: see `ends`. */
  readonly others: number
}

/** What those come to who do not write for ever. */
export const ends = ["asks", "is stuck", "is done"] as const
export type End = (typeof ends)[number]

/** One agent to be founded. Numbers count from the top, level by level; Jake is 0 and is there already. */
export type Seedling = {
  readonly number: number
  readonly parent: number
  readonly level: number
  readonly writes: boolean
  /** Null: it writes, or waits for something to do. */
  readonly end: End | null
}

export class SeedRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = "SeedRefused"
  }
}

const MOST_AGENTS = 10_000
const DEEPEST = 64
/** The most that the settings allow: of children of one agent, and of requests at the same time. */
export const WIDEST = 1_000
const MOST_STREAMS = 1_000

export function readSeed(text: string): Seed {
  const found = /^(\d{1,6}),(\d{1,6}),(\d{1,6})(?:,(\d{1,6}))?$/.exec(text) ?? []
  const [agents, depth, streams, others = 0] = found.slice(1).flatMap((digits) => (digits === undefined ? [] : [Number(digits)]))
  if (agents === undefined || depth === undefined || streams === undefined)
    throw new SeedRefused(
      `--ux-seed takes three numbers, or four, <agents>,<depth>,<streams>,<others>, for example --ux-seed=200,4,20, and not "${text}".`,
    )
  within("agents", agents, 1, MOST_AGENTS)
  within("depth", depth, 1, DEEPEST)
  within("streams", streams, 0, MOST_STREAMS)
  if (depth > agents || (depth === 1 && agents > 1))
    throw new SeedRefused(`--ux-seed: ${agents} agents cannot make a tree of ${depth} levels, Jake being the first.`)
  if (streams > agents - 1)
    throw new SeedRefused(`--ux-seed: ${streams} of ${agents} agents cannot write, because Jake does not.`)
  if (others > agents - 1 - streams)
    throw new SeedRefused(`--ux-seed: of ${agents} agents, besides Jake and ${streams} who write, there are not ${others} more.`)
  if (widthOf({ agents, depth }) > WIDEST)
    throw new SeedRefused(`--ux-seed: ${agents} agents on ${depth} levels would give one of them more than ${WIDEST} children.`)
  return { agents, depth, streams, others }
}

/** Level by level, each level shared out evenly among those above it. */
export function planTeam(seed: Seed): readonly Seedling[] {
  const writing = spreadOver(seed)
  const ending = endsOver(seed, writing)
  const team: Seedling[] = []
  let above = { first: 0, size: 1 }
  for (const [index, size] of levelSizes(seed).entries()) {
    const first = team.length + 1
    for (let at = 0; at < size; at++) {
      const parent = above.first + Math.floor((at * above.size) / size)
      team.push({
        number: first + at,
        parent,
        level: index + 1,
        writes: writing.has(first + at),
        end: ending.get(first + at) ?? null,
      })
    }
    above = { first, size }
  }
  return team
}

/** Below Jake. One is kept for each deeper level, so that the last is reached whatever the numbers. */
function levelSizes({ agents, depth }: Seed): readonly number[] {
  const width = widthOf({ agents, depth })
  let left = agents - depth
  let above = 1
  return Array.from({ length: depth - 1 }, () => {
    const more = Math.min(left, above * width - 1)
    left -= more
    above = 1 + more
    return above
  })
}

/** The fewest children with which so many agents fit on so many levels. */
function widthOf({ agents, depth }: Pick<Seed, "agents" | "depth">): number {
  for (let width = 1; ; width++) {
    let room = 1
    for (let level = 1, wide = width; level < depth && room < agents; level++, wide *= width) room += wide
    if (room >= agents) return width
  }
}

/** At equal distances, so that every part of the tree has its share. */
function spreadOver({ agents, streams }: Seed): ReadonlySet<number> {
  const others = agents - 1
  return new Set(Array.from({ length: streams }, (_, at) => 1 + Math.floor(((at + 0.5) * others) / streams)))
}

/** As those who write, among those who do not. */
function endsOver({ agents, others }: Seed, writing: ReadonlySet<number>): ReadonlyMap<number, End> {
  const left = Array.from({ length: agents - 1 }, (_, at) => at + 1).filter((number) => !writing.has(number))
  const chosen = Array.from({ length: others }, (_, at) => left[Math.floor(((at + 0.5) * left.length) / others)] ?? 0)
  return new Map(chosen.map((number, at) => [number, ends[at % ends.length] ?? "asks"]))
}

function within(what: string, value: number, least: number, most: number): void {
  if (value < least || value > most)
    throw new SeedRefused(`--ux-seed: ${what} is a number from ${least} to ${most}, and not ${value}.`)
}
