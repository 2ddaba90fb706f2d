import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { chooseScene } from "./choose.ts"
import { loadScenarios } from "./load.ts"
import { planReply } from "./reply.ts"
import type { MessagesRequest } from "./request.ts"
import type { Scenario } from "./scenario.ts"

const shipped = join(import.meta.dirname, "../../../resources/rehearsal")

describe("the scenarios that ship", () => {
  test("are all well-formed, and exactly one answers everything else", async () => {
    const scenarios = await loadScenarios(shipped)
    expect(scenarios.length).toBeGreaterThan(25)
    expect(scenarios.at(-1)?.name).toBe("otherwise")
  })

  test("the help names every phrase that acts something out, and each phrase finds its scenario", async () => {
    const scenarios = await loadScenarios(shipped)
    const help = scenarios.find((scenario) => scenario.name === "help")?.steps[0]?.blocks[0]
    const phrases = [...(help?.type === "text" ? help.text : "").matchAll(/`rehearse: ([a-z ]+)`/g)].map(
      (match) => match[1] as string,
    )
    const chosen = phrases.map((phrase) => chooseScene(scenarios, [said(`rehearse: ${phrase}`)]).scenario.name)
    expect(chosen).toEqual(phrases.map((phrase) => phrase.replaceAll(" ", "-")))
    const actedOut = scenarios.filter((scenario) => scenario.order < 90).map((scenario) => scenario.name)
    expect(chosen.toSorted()).toEqual(actedOut.toSorted())
  })

  test.each([
    ["hello", "greeting"],
    ["Good morning, Jake", "greeting"],
    ["So, what is Kibitz?", "greeting"],
    ["show me some markdown", "markdown-showcase"],
    ["Please read the project", "read-project"],
    ["can you summarise this repository for me", "read-project"],
    ["tell me a long story", "long-story"],
    ["rehearse: help", "help"],
    ["REHEARSE: Rate Limit please", "rate-limit"],
    ["Show me a team", "team"],
    ["rehearse: a team of twelve", "team"],
    ["rehearse: constellation 200 for 30 seconds", "constellation"],
    ["what about the weather", "otherwise"],
    ["the team is stuck", "otherwise"],
    ["history of the world", "otherwise"],
    ["", "otherwise"],
  ])("%j is answered by %s", async (text, name) => {
    expect(chooseScene(await loadScenarios(shipped), [said(text)]).scenario.name).toBe(name)
  })

  test("the long story is long enough to be interrupted", async () => {
    const story = (await loadScenarios(shipped)).find((scenario) => scenario.name === "long-story")
    const block = story?.steps[0]?.blocks[0]
    expect(block?.type === "text" ? block.text.split(/\s+/u).length : 0).toBeGreaterThanOrEqual(600)
    expect(story?.pace.tokensPerSecond).toBe(40)
  })
})

describe("a bad scenario file stops the start and says where it is wrong", () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "scenarios-"))
  })
  afterEach(() => rm(dir, { recursive: true }))

  const good = { name: "one", about: "a test", order: 1, when: "otherwise", steps: [{ blocks: [{ type: "text", text: "hi" }] }] }
  const write = (file: string, value: unknown) =>
    writeFile(join(dir, file), typeof value === "string" ? value : JSON.stringify(value))

  test("not JSON", async () => {
    await write("broken.json", "{")
    await expect(loadScenarios(dir)).rejects.toThrow(/broken\.json: cannot be read as JSON/)
  })

  test("a wrong type deep inside", async () => {
    await write("deep.json", { ...good, steps: [{ blocks: [{ type: "text", text: 7 }] }] })
    await expect(loadScenarios(dir)).rejects.toThrow(/deep\.json: steps\.0\.blocks\.0\.text: /)
  })

  test("an unknown key", async () => {
    await write("typo.json", { ...good, speeed: 3 })
    await expect(loadScenarios(dir)).rejects.toThrow(/typo\.json: .*speeed/)
  })

  test("a pattern that is no regular expression", async () => {
    await write("pattern.json", { ...good, when: [{ pattern: "(" }] })
    await expect(loadScenarios(dir)).rejects.toThrow(/pattern\.json: when/)
  })

  test("a notice nobody sends, and an amount that is none", async () => {
    await write("notice.json", { ...good, when: [{ notice: "applause" }] })
    await expect(loadScenarios(dir)).rejects.toThrow(/notice\.json: when/)
    await rm(join(dir, "notice.json"))
    await write("amount.json", { ...good, steps: [{ blocks: [{ type: "stream", tokens: "{{match.1}}" }] }] })
    await expect(loadScenarios(dir)).rejects.toThrow(/amount\.json: steps\.0\.blocks\.0\.tokens/)
  })

  test("two with the same name", async () => {
    await write("a.json", good)
    await write("b.json", { ...good, when: [{ words: ["x"] }] })
    await expect(loadScenarios(dir)).rejects.toThrow(/b\.json: name: "one" is already the name of .*a\.json/)
  })

  test("nobody to answer everything else, or two", async () => {
    await write("a.json", { ...good, when: [{ words: ["x"] }] })
    await expect(loadScenarios(dir)).rejects.toThrow(/exactly one scenario must have "when": "otherwise"; found none/)
    await write("a.json", good)
    await write("b.json", { ...good, name: "two" })
    await expect(loadScenarios(dir)).rejects.toThrow(/found one, two/)
  })

  test("a folder that is not there", async () => {
    await expect(loadScenarios(join(dir, "nowhere"))).rejects.toThrow(/nowhere: the folder cannot be read/)
  })
})

describe("choosing", () => {
  const scenario = (name: string, pattern: string, steps: number): Scenario => ({
    name,
    about: name,
    order: 1,
    when: pattern === "" ? "otherwise" : [{ pattern }],
    pace: { tokensPerSecond: null, firstTokenMs: 0 },
    after: "rest",
    steps: Array.from({ length: steps }, (_, index) => ({ blocks: [{ type: "text" as const, text: `${name} ${index}` }] })),
  })
  const scenarios = [scenario("first", "first", 2), scenario("second", "second", 1), scenario("rest", "", 1)]
  const reply = { role: "assistant" as const, content: [{ type: "text", text: "…" }] }
  const result = { role: "user" as const, content: [{ type: "tool_result", tool_use_id: "a", content: "42", is_error: true }] }
  const where = (...messages: Parameters<typeof chooseScene>[1][number][]) => {
    const scene = chooseScene(scenarios, messages)
    return `${scene.scenario.name} ${scene.stepNumber} ${scene.results.map((each) => each.text).join()}`
  }

  test("the last text of the user decides, assistant messages after it count the steps", () => {
    expect(where(said("first"))).toBe("first 0 ")
    expect(where(said("first"), reply, result)).toBe("first 1 42")
    expect(where(said("first"), reply, said("second"))).toBe("second 0 ")
    expect(where({ role: "user", content: [...said("first").content, ...said("second").content] })).toBe("second 0 ")
  })

  test("notes of the app are not what the user said; continue goes on where there is more", () => {
    expect(where(said("first"), said("[The user stopped your last reply.]"))).toBe("first 0 ")
    expect(where(said("first"), reply, said("Continue."))).toBe("first 1 ")
    expect(where(said("second"), reply, said("Continue."))).toBe("rest 0 ")
    expect(where(said("first"), reply, said("Continue where your last reply was cut off."))).toBe("first 1 ")
  })
})

test("whoever is let go on after it was stopped says the rest, and nothing twice", async () => {
  const scenarios = await loadScenarios(shipped)
  const story = (...texts: string[]) => {
    const messages = [{ role: "user" as const, content: texts.map((text) => ({ type: "text", text })) }]
    const request = { messages, maxTokens: 8_000, model: "m", stream: true, tools: undefined } as unknown as MessagesRequest
    return planReply(chooseScene(scenarios, messages), request)
      .content.map((block) => (block as { text: string }).text)
      .join("")
  }
  const asked = "Tell me a long story"
  const whole = story(asked)
  const draft = whole.slice(0, 400)
  const goOn = `[Kibitz] go on\nGo on from where it broke off.\nWhat you had written:\n\n`
  expect(story(asked, "[The user stopped your last reply.]", goOn + draft)).toBe(whole.slice(400))
  expect(story(asked, "[The user stopped your last reply.]", `${goOn}…${whole.slice(300, 900)}`)).toBe(whole.slice(900))
})

function said(text: string) {
  return { role: "user" as const, content: [{ type: "text", text }] }
}
