// Kibitz is killed again and again in the middle of the same reply (F34): what the next start shows of it. The kills are those of the command line
// program, which keeps the same journal: what dies is a process, and no window is needed for that.
import type { WireMessage } from "@kibitz/contract"
import { startRpc } from "../../cli-driver.ts"
import { attentionOn } from "../../driver/attention.ts"
import { expect, test } from "../../stage/test.ts"

test("F34: a reply in which Kibitz is killed three times is not taken up a fourth time; a card says so, and lets Jake go on", async ({
  folders,
  start,
}) => {
  for (let time = 1; time <= 3; time += 1) {
    const rpc = startRpc(["--data-dir", folders.dataDir, "--project", folders.project], { KIBITZ_REHEARSAL_PACE: "1" })
    rpc.send({ type: "subscribe", id: "chat", channel: { kind: "transcript", agentId: "jake" } })
    if (time === 1)
      rpc.send({
        type: "dispatch",
        id: "send",
        command: { type: "message.send", agentId: "jake", messageId: "m1", text: "Tell me a long story" },
      })
    await rpc.until(isWriting)
    rpc.child.kill("SIGKILL")
    expect(await rpc.exit).toEqual({ code: null, signal: "SIGKILL" })
  }
  const { page, chat } = await start()
  const attention = attentionOn(page)
  await attention.ready("Jake is held back: Kibitz kept stopping unexpectedly")
  await expect(attention.card).toContainText("Kibitz stopped unexpectedly 3 times while Jake was getting a reply from its model.")
  await expect(chat.workingLine).toHaveAttribute("data-state", "idle")
  await expect(chat.replies).toHaveCount(0)
  await attention.press("Go on")
  await chat.finished()
  await expect(attention.card).toHaveCount(0)
})

/** Some of the reply has come. */
function isWriting(message: WireMessage): boolean {
  if (message.type === "live") return message.deltas.some(({ text }) => text !== "")
  return message.type === "subscribed" && message.snapshot.kind === "transcript" && message.snapshot.live !== null
}
