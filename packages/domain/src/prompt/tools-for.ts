import { type Agent, type Capability, type CapabilityName, capabilities, type Settings } from "@kibitz/contract"
import { planningEffects } from "../gate/judge.ts"
import { rank } from "../posture/power.ts"

/** Which capabilities a model is shown. Hiding is a courtesy that saves refused calls; the gate decides all the same. */
export function toolsFor(
  { posture: { phase, permissionProfile } }: Pick<Agent, "posture">,
  { planningNetwork }: Pick<Settings, "planningNetwork">,
): readonly CapabilityName[] {
  return (Object.keys(capabilities) as CapabilityName[]).filter((name) => {
    const { effect, minimumProfile }: Capability = capabilities[name]
    if (phase !== "execution" && !planningEffects.has(effect)) return false
    if (phase !== "execution" && effect === "network" && !planningNetwork) return false
    return rank("permissionProfile", minimumProfile) <= rank("permissionProfile", permissionProfile)
  })
}
