// Owns: which adapter carries out which capability. A capability without an adapter is an error the model can read, not a crash.
import type { CapabilityName } from "@kibitz/contract"
import type { ToolEvent, Tools } from "@kibitz/ports"

export type ToolRoutes = { readonly files: Tools; readonly shell: Tools; readonly git: Tools; readonly web: Tools }

const routes: Partial<Record<CapabilityName, keyof ToolRoutes>> = {
  read_file: "files",
  list_directory: "files",
  search_files: "files",
  glob: "files",
  write_file: "files",
  edit_file: "files",
  bash: "shell",
  git_status: "git",
  git_diff: "git",
  git_commit: "git",
  web_fetch: "web",
  web_search: "web",
}

export function routeTools(tools: ToolRoutes): Tools {
  return {
    run(permit, signal) {
      const route = routes[permit.capability]
      return route ? tools[route].run(permit, signal) : nobody(permit.capability)
    },
  }
}

async function* nobody(capability: string): AsyncGenerator<ToolEvent> {
  const output = `${capability} is not carried out by a tool.`
  yield { type: "end", ok: false, output, bytes: output.length }
}
