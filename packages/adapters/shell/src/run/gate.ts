// Owns: that a command begins only while its host is alive and can still end it. bash comes to life inside the sandbox, says so on descriptor 3, and
// waits for a byte; a host that has died answers with the end of the file, and bash exits. Does not own: what happens after the byte.
import type { Duplex } from "node:stream"
import { runMark } from "./environment.ts"

/** Where bash finds the host. The host must hold the other end until the run is over. */
export const HOST_FD = 3

/**
 * In a PID namespace the kernel ends the command when the host dies: the host's death ends bubblewrap, which ends the first process inside. bubblewrap
 * asks for the second of these signals late, after every mount and in parallel with the command. Killed before that, the command would run on for ever,
 * so bash waits until the first process sleeps: it does so only after it has asked.
 */
export const containedGate = `until read -r </proc/1/stat && [[ $REPLY == *") S "* ]]; do :; done; ${passage()}exec ${HOST_FD}>&-; unset REPLY; `

/**
 * Without a PID namespace nobody ends the command when the host dies, so a watcher does. It is a grandchild of bash, so that `wait` and `jobs` do not
 * know it, and in its process group, so that it ends with the group.
 */
export function openGate(mark: string, platform: NodeJS.Platform = process.platform): string {
  // In a group of its own, because the watcher ends with the other.
  const endDaemons = platform === "linux" ? `set -m; ( ${endMarked(mark)} ) & ` : ""
  const watcher = `trap "" HUP INT TERM; exec </dev/null >/dev/null 2>&1; read -r -u ${HOST_FD}; ${endDaemons}kill -KILL -- -$$`
  return `${passage()}( ( ${watcher} ) & ); exec ${HOST_FD}>&-; unset REPLY; `
}

function passage(): string {
  return `printf r >&${HOST_FD}; read -r -n 1 -u ${HOST_FD} || exit 125; `
}

/** Daemons have left the group and are known only by their mark. Twice: whoever forks during the first look is found by the second. */
function endMarked(mark: string): string {
  const found = `$(grep -lsaF ${runMark}=${mark} /proc/[0-9]*/environ)`
  return `for i in 1 2; do for e in ${found}; do e=\${e#/proc/}; e=\${e%/environ}; [ $e = $BASHPID ] || kill -KILL $e; done; done`
}

/** `mayBegin` is asked when bash is ready: a run that was stopped meanwhile does not begin. */
export function keepGate(host: Duplex, mayBegin: () => boolean): void {
  // bash may be gone by the time it is answered, which shows in how it ended.
  host.on("error", () => undefined)
  host.once("data", () => {
    if (mayBegin()) host.write("g")
  })
}
