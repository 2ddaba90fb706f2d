// Owns: looking at the app from outside, as another program would: its processes and the ports it listens on.
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"

/** The process and everything it has started. */
export function processTree(pid: number): number[] {
  const parents = parentOfEach()
  const tree = [pid]
  for (const found of tree) for (const [child, parent] of parents) if (parent === found) tree.push(child)
  return tree
}

function parentOfEach(): Map<number, number> {
  const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
  return new Map(
    listed
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
  )
}

export function commandLine(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "args=", "-ww", "-p", String(pid)], { encoding: "utf8" })
  } catch {
    return ""
  }
}

/** Addresses on which one of these processes accepts TCP connections, like "127.0.0.1:4711". */
export function listeningAddresses(pids: readonly number[]): string[] {
  return process.platform === "linux" ? listeningByProc(pids) : listeningByLsof(pids)
}

function listeningByProc(pids: readonly number[]): string[] {
  const sockets = new Set(pids.flatMap(socketsOf))
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((table) => readFileSync(table, "utf8").trim().split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === "0A" && sockets.has(columns[9] ?? ""))
    .map((columns) => readable(columns[1] ?? ""))
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}

/** The kernel writes an address as little-endian words in hexadecimal. */
function readable(address: string): string {
  const [host = "", port = ""] = address.split(":")
  const bytes = Buffer.from(host, "hex")
  for (let at = 0; at < bytes.length; at += 4) bytes.subarray(at, at + 4).reverse()
  return `${bytes.length === 4 ? bytes.join(".") : bytes.toString("hex")}:${Number.parseInt(port, 16)}`
}

function listeningByLsof(pids: readonly number[]): string[] {
  try {
    const listed = execFileSync("lsof", ["-nP", "-a", "-iTCP", "-sTCP:LISTEN", "-Fn", "-p", pids.join(",")], { encoding: "utf8" })
    return listed.split("\n").flatMap((line) => (line.startsWith("n") ? [line.slice(1)] : []))
  } catch {
    // lsof ends with 1 when it finds nothing.
    return []
  }
}
