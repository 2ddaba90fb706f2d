// The walls, tried from inside by programs that want out. Each attempt says "REFUSED" or what it got hold of.
import { spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, readFileSync, symlinkSync } from "node:fs"
import { createServer } from "node:net"
import { homedir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { attempts, describeSandboxed, inside, newStage, open, reading, run, write } from "../testing/stage.ts"
import { bubblewrapSandbox } from "./bubblewrap.ts"

await describeSandboxed("the walls of the sandbox", (sandbox) => {
  test("T7 T13: nothing outside the project can be written, not even with everything allowed", async () => {
    const stage = newStage()
    write(join(stage.folder, "neighbour", "file"), "untouched")
    const script = attempts(
      "echo x > /kibitz-canary",
      "echo x > /etc/kibitz-canary",
      "echo x >> /etc/passwd",
      "echo x > /usr/bin/kibitz-canary",
      `echo x > ${homedir()}/kibitz-canary`,
      `echo x >> ${stage.hidden}/key`,
      `echo x > ${stage.spoolDir}/x`,
      "rm -rf /usr/bin",
      "mkdir /var/lib/kibitz",
      "mount -t tmpfs none /usr",
      "mknod disk b 8 0 && cat disk",
    )
    for (const confinement of [inside, open]) {
      const { lines } = await run(stage, sandbox, script, { confinement })
      expect(lines).toEqual(Array(11).fill("REFUSED"))
    }
    await run(stage, sandbox, `rm -rf ${stage.folder}/neighbour; rm -rf "$UNSET"/etc/*; (cd /nonexistent; rm -rf *); rm -rf ~`)
    expect(readFileSync(join(stage.folder, "neighbour", "file"), "utf8")).toBe("untouched")
    expect(readFileSync(join(stage.hidden, "key"), "utf8")).toBe("the-secret-key")
  })

  test("the project can be written, or only read, as the permit says", async () => {
    const stage = newStage({ "a.txt": "a" })
    expect(await run(stage, sandbox, "echo b > b.txt && cat a.txt")).toMatchObject({ ok: true, output: "a" })
    expect(readFileSync(join(stage.workspace, "b.txt"), "utf8")).toBe("b\n")
    const { lines } = await run(stage, sandbox, attempts("echo c > c.txt", "rm a.txt", "mkdir d", "chmod 777 a.txt"), {
      confinement: reading,
    })
    expect(lines).toEqual(Array(4).fill("REFUSED"))
    expect(await run(stage, sandbox, "echo tmp > /tmp/x && cat /tmp/x", { confinement: reading })).toMatchObject({
      output: "tmp\n",
    })
  })

  test("T9 T13 T17: the app's data, its key and the user's own secrets cannot be read", async () => {
    const stage = newStage()
    symlinkSync(stage.hidden, join(stage.workspace, "link"))
    symlinkSync(join(homedir(), ".ssh"), join(stage.workspace, "keys"))
    symlinkSync("/", join(stage.workspace, "root"))
    const script = attempts(
      `cat ${stage.hidden}/key`,
      `ls ${stage.hidden}`,
      "cat link/key",
      `cat root${stage.hidden}/key`,
      `cat /proc/1/root${stage.hidden}/key`,
      "ls keys/.",
      `ls ${homedir()}/.ssh`,
      "cat /etc/shadow",
      "cat /etc/sudoers",
      "ls /etc/ssl/private",
      `cat /proc/${process.pid}/environ`,
      "grep -q the-secret-key /proc/*/environ",
    )
    for (const confinement of [inside, open]) {
      const { lines } = await run(stage, sandbox, script, { confinement })
      expect(lines).toEqual(Array(12).fill("REFUSED"))
    }
  })

  test("T13: what is hidden stays hidden inside the project, and inside a folder that is shown", async () => {
    const stage = newStage({ "kept/secret": "s", "kept/deep/secret": "s", "file-secret": "s", "seen.txt": "seen" })
    const hidden = [join(stage.workspace, "kept"), join(stage.workspace, "file-secret"), "/usr/share/doc"]
    const script = `${attempts("cat kept/secret", "cat kept/deep/secret", "cat file-secret", "echo x > kept/new", "mv kept gone", "ls /usr/share/doc/*")}; cat seen.txt`
    const { lines } = await run(stage, sandbox, script, { hidden })
    expect(lines).toEqual([...Array(6).fill("REFUSED"), "seen"])
    expect(readFileSync(join(stage.workspace, "kept", "secret"), "utf8")).toBe("s")
  })

  test("a project inside the app's data is shown, and nothing else of it", async () => {
    const stage = newStage()
    const workspace = join(stage.hidden, "worktrees", "one")
    write(join(workspace, "mine"), "mine")
    write(join(stage.hidden, "worktrees", "two", "theirs"), "theirs")
    const { lines } = await run(
      { ...stage, workspace },
      sandbox,
      `cat mine; echo; ${attempts("cat ../../key", "cat ../two/theirs", "ls ../two")}`,
    )
    expect(lines).toEqual(["mine", "REFUSED", "REFUSED", "REFUSED"])
  })

  test("T9 T17: opening the home itself as a project still shows no keys", async () => {
    const stage = newStage()
    const home = join(stage.folder, "home")
    for (const path of [".ssh/id", ".aws/credentials", ".netrc", ".config/gh/hosts.yml"]) write(join(home, path), "secret")
    write(join(home, "notes.txt"), "notes")
    const own = bubblewrapSandbox({ home })
    const script = `${attempts("cat .ssh/id", "cat .aws/credentials", "cat .netrc", "cat .config/gh/hosts.yml")}; cat notes.txt`
    expect((await run({ ...stage, workspace: home }, own, script)).lines).toEqual([...Array(4).fill("REFUSED"), "notes"])
    const around = await run({ ...stage, workspace: stage.folder }, own, `${attempts("cat home/notes.txt")}; ls home | wc -l`)
    expect(around.lines).toEqual(["REFUSED", "0"])
  })

  test("T9 T17: files of the project that hold only a secret are not there, however their name is put together", async () => {
    const secrets = { ".env": "sekret", "config/prod.key": "sekret", ".ssh/id_ed25519": "sekret", "deep/er/.env.local": "sekret" }
    const stage = newStage({ ...secrets, ".env.example": "public", "src/a.txt": "fine" })
    const commands = [
      "grep -rn sekret .",
      "x=env; cat .$x",
      "cat .e{n..n}v",
      "cat config/prod.key",
      "cat deep/er/.env*",
      "cat .ssh/*",
    ]
    for (const command of commands) {
      for (const confinement of [reading, inside, open]) {
        const { output } = await run(stage, sandbox, command, { confinement })
        expect([command, output.includes("sekret")]).toEqual([command, false])
      }
    }
    expect((await run(stage, sandbox, "cat .env.example src/a.txt")).output).toContain("public")
    write(join(stage.workspace, "later/.env"), "sekret")
    expect((await run(stage, sandbox, "cat later/.env")).output).not.toContain("sekret")
  })

  test("T12: what tells programs or agents what to do is not changed through a link by a command that was not asked for", async () => {
    const files = {
      "AGENTS.md": "rules",
      "web/package-lock.json": "{}",
      ".github/CODEOWNERS": "me",
      ".husky/pre-commit": "true",
      ".claude/.env": "sekret",
      "docs/agents.md": "rules",
      "docs/other.md": "text",
      "a.txt": "a",
    }
    const stage = newStage(files)
    const at = (path: string) => join(stage.workspace, path)
    symlinkSync("AGENTS.md", at("l2.md"))
    symlinkSync(".github", at("g"))
    symlinkSync("docs/other.md", at("CLAUDE.md"))
    symlinkSync("..", at(".cursor"))
    const ways = [
      "echo x > l2.md",
      "x=AGENTS; echo x > $x.md",
      "ln AGENTS.md hard && echo x > hard",
      "mv AGENTS.md gone",
      "rm -f AGENTS.md",
      "mkdir -p g/workflows && echo x > g/workflows/new.yml",
      "mv .github other",
      "tee -a .hus*/pre-commit <<< x",
      'mv web web2 && echo x > web2/package-lock.json; mv web2 web; test x = "$(cat web/package-lock.json)"',
      "sed -i s/rules/x/ docs/agents.md",
      "echo x > docs/other.md",
      "grep sekret .claude/.env",
    ]
    const refused = await run(stage, sandbox, attempts(...ways))
    expect(refused.lines).toEqual(Array(ways.length).fill("REFUSED"))
    expect((await run(stage, sandbox, "echo x > l2.md")).output).toMatch(
      /exit code 1\. Files that tell programs .* a command that names them/,
    )
    for (const [path, text] of Object.entries(files)) expect([path, readFileSync(at(path), "utf8")]).toEqual([path, text])
    expect(existsSync(at(".github/workflows"))).toBe(false)

    expect((await run(stage, sandbox, "cat l2.md && echo b > a.txt && echo new > docs/new.md && cat a.txt")).output).toBe(
      "rulesb\n",
    )
    write(at("later/yarn.lock"), "lock")
    expect((await run(stage, sandbox, attempts("cd later && echo x > yarn.lo?k"))).lines).toEqual(["REFUSED"])
    const allowed = await run(stage, sandbox, "echo x > l2.md && rm web/package-lock.json", {
      confinement: { ...inside, sensitive: true },
    })
    expect([allowed.ok, readFileSync(at("AGENTS.md"), "utf8")]).toEqual([true, "x\n"])
  })

  test("T31: other processes are not there: neither seen, signalled nor traced", async () => {
    const stage = newStage()
    const victim = spawn("sleep", ["600"])
    try {
      const script = `${attempts(`kill -9 ${victim.pid}`, `kill -0 ${process.pid}`, `ls /proc/${victim.pid}`, `cat /proc/${victim.pid}/maps`)}
        ls /proc | grep -c '^[0-9]'`
      const { lines } = await run(stage, sandbox, script)
      expect(lines.slice(0, 4)).toEqual(Array(4).fill("REFUSED"))
      expect(Number(lines[4])).toBeLessThan(10)
      expect(victim.exitCode).toBeNull()
    } finally {
      victim.kill("SIGKILL")
    }
  })

  test("T16: the network is there only when it was allowed", async () => {
    const stage = newStage()
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.end("hello from outside\n")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" ? address?.port : 0
    const script = `exec 9<>/dev/tcp/127.0.0.1/${port} && cat <&9`
    try {
      expect((await run(stage, sandbox, script, { confinement: inside })).ok).toBe(false)
      expect((await run(stage, sandbox, "getent hosts example.com", { confinement: inside })).ok).toBe(false)
      expect(connections).toBe(0)
      expect(await run(stage, sandbox, script, { confinement: open })).toMatchObject({ ok: true, output: "hello from outside\n" })
    } finally {
      server.close()
    }
  })

  test("T31: nothing that starts things elsewhere can be reached", async () => {
    const { lines } = await run(
      newStage(),
      sandbox,
      attempts(
        "ls /run/docker.sock",
        "ls /var/run/docker.sock",
        "ls /run/systemd",
        "ls /run/dbus",
        "ls /tmp/.X11-unix",
        "ls /run/user/*",
        "crontab -l",
        "ls /var/spool",
      ),
      { confinement: open },
    )
    expect(lines).toEqual(Array(8).fill("REFUSED"))
  })

  if (process.getuid?.() === 0)
    test("an ordinary user gets the same walls", async () => {
      const stage = newStage()
      const nobody = 65_534
      for (const folder of [stage.folder, stage.workspace]) chownSync(folder, nobody, nobody)
      const own = bubblewrapSandbox({ home: stage.folder, path: "/usr/bin:/bin" })
      const script = `${attempts("echo x > /etc/x", `cat ${stage.hidden}/key`, "echo x > /dev/tcp/127.0.0.1/1", "unshare -U true")}; echo x > new; id -u`
      const args = ["--norc", "--noprofile", "-c", script]
      const wrapped = own.wrap({
        file: "/bin/bash",
        args,
        workspace: stage.workspace,
        confinement: inside,
        hidden: [stage.hidden],
      })
      const options = { uid: nobody, gid: nobody, encoding: "utf8", env: {}, cwd: "/" } as const
      const { stdout, stderr } = spawnSync(wrapped?.file ?? "", wrapped?.args ?? [], options)
      expect({ stdout, stderr }).toEqual({ stdout: `${"REFUSED\n".repeat(4)}${nobody}\n`, stderr: "" })
      expect(readFileSync(join(stage.workspace, "new"), "utf8")).toBe("x\n")
    })

  test("a folder that is a part of the system cannot be a project, and nothing runs", async () => {
    const stage = newStage()
    for (const workspace of ["/", "/etc", "/usr", "/tmp", "/proc/self", stage.hidden]) {
      const { ok, output } = await run({ ...stage, workspace }, sandbox, `touch ${stage.workspace}/ran`)
      expect({ ok, output }).toEqual({ ok: false, output: expect.stringMatching(/cannot be confined/) })
    }
    expect(existsSync(join(stage.workspace, "ran"))).toBe(false)
  })

  test("no program of the project is taken for one of the system", async () => {
    const stage = newStage({ "bin/git": "#!/bin/sh\necho planted\n", git: "#!/bin/sh\necho planted\n" })
    spawnSync("chmod", ["-R", "755", stage.workspace])
    const planted = bubblewrapSandbox({ path: `${stage.workspace}/bin:.:relative:${process.env.PATH}` })
    expect((await run(stage, planted, "git --version; echo $PATH")).output).toMatch(/^git version .*\n(\/[^:\n]+:?)+\n$/)
  })
})
