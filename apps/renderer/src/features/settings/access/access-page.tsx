// Owns: the page about what agents may do: confinement, what was allowed beyond the profiles, what new agents start with, where searches go, the audit log.
import { useSettings, useWorld } from "../../../kernel/session/session-context.ts"
import "./access.css"
import { ChangeFields } from "../../../kernel/controls/change-button.tsx"
import { AuditSection } from "./audit-section.tsx"
import { DefaultsSection } from "./defaults-section.tsx"
import { GrantsSection } from "./grants-section.tsx"
import { SandboxSection } from "./sandbox-section.tsx"
import { SearchSection } from "./search-section.tsx"

export function AccessPage() {
  const settings = useSettings()
  const sandbox = useWorld(({ world }) => world?.sandbox)
  const isDamaged = useWorld(({ world }) => world?.audit?.ok === false)
  if (!settings || !sandbox) return null
  return (
    <>
      {/* Whoever comes here from the warning finds it at once. */}
      {isDamaged && <AuditSection />}
      <SandboxSection sandbox={sandbox} />
      <GrantsSection />
      <ChangeFields isSaid>
        <DefaultsSection settings={settings} />
        <SearchSection address={settings.searchAddress} />
      </ChangeFields>
      {!isDamaged && <AuditSection />}
    </>
  )
}
