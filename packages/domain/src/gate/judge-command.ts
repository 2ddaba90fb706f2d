// Owns: what a reading of a shell command means for one who asks: which profile it needs, when it is asked for, how it is confined.
import type { Confinement, PermissionProfile, Verdict } from "@kibitz/contract"
import type { Access } from "./access.ts"
import { grantForLeaves } from "./grants.ts"
import { type Leaf, type LeafClass, type ShellReading, strictness } from "./shell/types.ts"

const allowedUpTo: Record<PermissionProfile, LeafClass> = {
  restricted: "read",
  normal: "edit",
  trusted: "build",
  unrestricted: "any",
}
const needed: Partial<Record<LeafClass, PermissionProfile>> = {
  read: "restricted",
  edit: "normal",
  build: "trusted",
  any: "unrestricted",
}

export function judgeCommand(reading: ShellReading, access: Access): Verdict {
  const confinement = confinementOf(reading)
  const { deciding } = reading
  const says = `"${excerpt(deciding.text)}" ${deciding.because}`
  const asked = asking(reading, access, says)
  if (!asked) {
    return {
      effect: "allow",
      rule: `${access.phase}-${reading.class}`,
      because: `${says}, which ${access.profile} allows.`,
      confinement,
    }
  }
  if (!access.attended) {
    const grant = asked.grantable ? grantForLeaves(access.grants, asked.leaves) : null
    if (grant) return granted(grant.id, says, confinement)
    return {
      effect: "deny",
      ...asked.verdict,
      because: `${asked.verdict.because} Nobody is there to be asked, so it is refused; do what needs no approval and say what is left.`,
      confinement,
    }
  }
  const grant = asked.grantable ? grantForLeaves(access.grants, asked.leaves) : null
  return grant ? granted(grant.id, says, confinement) : { effect: "ask", ...asked.verdict, confinement }
}

function granted(grantId: NonNullable<Verdict["grantId"]>, says: string, confinement: Confinement): Verdict {
  return { effect: "allow", rule: "grant", because: `${says}; you have granted it.`, grantId, confinement }
}

type Asked = { readonly verdict: Omit<Verdict, "effect">; readonly grantable: boolean; readonly leaves: readonly Leaf[] }

function asking(reading: ShellReading, access: Access, says: string): Asked | null {
  const never = (rule: string, because: string, destructive = false): Asked => ({
    verdict: { rule, because, ...(destructive ? { destructive } : {}) },
    grantable: false,
    leaves: [],
  })
  if (reading.class === "destructive")
    return never("destructive", `${says}. It cannot be undone, so it is asked for whatever the profile.`, true)
  if (reading.class === "unknown") return never("unknown", `${says}, so what it does is not known beforehand.`)
  if (!access.sandboxed && access.profile !== "unrestricted")
    return never("no-sandbox", `${says}, and no sandbox is known to hold on this machine that would confine it.`)
  const above = reading.leaves.filter((leaf) => strictness(leaf.class) > strictness(allowedUpTo[access.profile]))
  const tainting =
    access.tainted && access.profile !== "unrestricted"
      ? reading.leaves.filter((leaf) => leaf.network || strictness(leaf.class) >= strictness("build"))
      : []
  const stepwise = access.runControl === "manual" ? reading.leaves.filter((leaf) => leaf.class !== "read") : []
  const sensitive = reading.leaves.filter((leaf) => leaf.sensitive)
  const leaves = [...new Set([...sensitive, ...above, ...tainting, ...stepwise])]
  if (leaves.length === 0) return null
  const grantable = (rule: string, because: string): Asked => ({ verdict: { rule, because }, grantable: true, leaves })
  if (sensitive.length > 0) {
    return grantable(
      "sensitive-file",
      `${says}, and it writes a file that tells programs or agents what to do, which is always asked for.`,
    )
  }
  if (above.length > 0) {
    const profile = needed[reading.class] ?? "unrestricted"
    return grantable("profile", `${says}, which needs the profile ${profile}; this agent has ${access.profile}.`)
  }
  if (tainting.length > 0) {
    return grantable("tainted", `${says}, and this agent has read text from the network that nobody has vouched for since.`)
  }
  return grantable("manual", `${says}. Run control is manual, so it is asked for.`)
}

/** What it may reach when it runs, whoever allows it: never more than the reading says it needs. */
function confinementOf(reading: ShellReading): Confinement {
  // Who installs or builds changes lock files; who edits names the file, and is asked then.
  if (strictness(reading.class) >= strictness("build")) return { write: true, network: reading.network, sensitive: true }
  if (reading.leaves.some((leaf) => leaf.sensitive)) return { write: true, network: false, sensitive: true }
  return { write: reading.class === "edit", network: false }
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 100 ? `${line.slice(0, 97)}…` : line
}
