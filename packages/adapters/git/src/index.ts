export { findGit } from "./find-git.ts"
export { type GitCapability, type GitToolsOptions, gitCapabilities, gitTools } from "./tools.ts"
export { type GitWorkspacesOptions, gitWorkspaces } from "./workspaces.ts"
