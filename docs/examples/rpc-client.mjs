// Asks Jake something over `kibitz rpc` and prints the reply while it is being written. Node 20 or newer, no packages.
//   node docs/examples/rpc-client.mjs "what is in this folder?" [options of kibitz rpc]
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const [question = "hello", ...options] = process.argv.slice(2)
const kibitz = fileURLToPath(new URL("../../apps/cli/bin/kibitz.mjs", import.meta.url))
const rpc = spawn(process.execPath, [kibitz, "rpc", ...options], { stdio: ["pipe", "pipe", "inherit"] })
rpc.on("exit", (code) => {
  process.exitCode ||= code ?? 1
})
const send = (request) => rpc.stdin.write(`${JSON.stringify(request)}\n`)

// First listen, then ask: nothing can be missed in between. The transcript has the words, the world says when the turn is over.
send({ type: "subscribe", id: "transcript", channel: { kind: "transcript", agentId: "jake" } })
send({ type: "subscribe", id: "world", channel: { kind: "world" } })
send({ type: "dispatch", id: "ask", command: { type: "message.send", agentId: "jake", text: question } })

const channels = new Map()
let shown = ""
for await (const line of createInterface({ input: rpc.stdout })) {
  const message = JSON.parse(line)
  switch (message.type) {
    case "subscribed":
      channels.set(message.subscription, message.id)
      break
    case "refused":
      end(1, message.rejection.message)
      break
    case "live":
      for (const { kind, text } of message.deltas) if (kind === "text") show(text)
      break
    case "envelope":
      for (const { event } of message.events) follow(channels.get(message.subscription), event)
      break
  }
}

function follow(channel, event) {
  if (channel === "transcript" && event.type === "turn.replied") {
    // Live text may be lost, the recorded reply never is: print what is missing of it.
    const whole = event.reply.content.map((block) => (block.type === "text" ? block.text : "")).join("")
    if (whole.startsWith(shown)) show(whole.slice(shown.length))
    process.stdout.write("\n")
    shown = ""
  }
  if (channel === "world" && event.type === "turn.failed") end(1, event.failure.message)
  if (channel === "world" && event.type === "turn.finished") end(0)
}

function show(text) {
  shown += text
  process.stdout.write(text)
}

function end(code, complaint) {
  if (complaint) process.stderr.write(`${complaint}\n`)
  process.exitCode = code
  rpc.stdin.end()
}
