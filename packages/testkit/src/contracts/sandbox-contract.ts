// What every sandbox must do, whichever system it is built on: say what it is, and either wrap a command or say that it cannot.
import type { Sandbox, SandboxedCommand } from "@kibitz/ports"
import { describe, expect, test } from "vitest"

/** `make` gives a sandbox and a folder that may be a project. */
export function sandboxContract(name: string, make: () => { sandbox: Sandbox; workspace: string }): void {
  const command = (workspace: string): SandboxedCommand => ({
    file: "/bin/sh",
    args: ["-c", "echo $((1+1))", "with space", "$HOME", "--", "-x"],
    workspace,
    confinement: { write: false, network: false },
    hidden: [],
  })

  describe(`${name} keeps the promises of a sandbox`, () => {
    test("T36: a probe ends in a status with a name and a reason; without walls it also says what to do", async () => {
      const { sandbox } = make()
      const status = await sandbox.probe(new AbortController().signal)
      expect(["on", "off"]).toContain(status.state)
      expect(status.name).toMatch(/\S/)
      expect(status.because).toMatch(/\S/)
      if (status.state === "off") expect(status.remedy).toMatch(/\S/)
    })

    test("T36: after a probe it wraps exactly if the probe said that it is on", async () => {
      const { sandbox, workspace } = make()
      const { state } = await sandbox.probe(new AbortController().signal)
      expect(sandbox.wrap(command(workspace)) !== null).toBe(state === "on")
    })

    test("a probe that is called off is no proof", async () => {
      const { sandbox, workspace } = make()
      const { state } = await sandbox.probe(AbortSignal.abort())
      expect(state).toBe("off")
      expect(sandbox.wrap(command(workspace))).toBeNull()
    })

    test("the command is handed on word for word, at the end, and what starts it has an absolute path", async () => {
      const { sandbox, workspace } = make()
      await sandbox.probe(new AbortController().signal)
      const given = command(workspace)
      const wrapped = sandbox.wrap(given)
      if (wrapped === null) return
      expect(wrapped.file).toMatch(/^\//)
      expect(wrapped.args.slice(-given.args.length - 1)).toEqual([given.file, ...given.args])
    })
  })
}
