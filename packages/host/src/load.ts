// Owns: loading the host a part at a time, for a shell whose thread has windows to serve meanwhile: between two parts it is let go. Each line below is a
// part that takes a noticeable time by itself and that the ones before it do not bring along.

const parts = [
  () => import("@kibitz/contract"),
  () => import("@kibitz/domain"),
  () => import("@kibitz/supervisor"),
  () => import("@kibitz/adapters/sqlite"),
  () => import("@kibitz/adapters/files"),
  () => import("@kibitz/adapters/shell"),
  () => import("@kibitz/adapters/web"),
]

export async function loadHost(breathe: () => Promise<void>): Promise<typeof import("./index.ts")> {
  for (const load of parts) {
    await load()
    await breathe()
  }
  return import("./index.ts")
}
