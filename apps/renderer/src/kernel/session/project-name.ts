/** The last part of the project folder's path, on any system. */
export function projectName(workspace: string): string {
  return workspace.split(/[\\/]/).filter(Boolean).at(-1) ?? workspace
}
