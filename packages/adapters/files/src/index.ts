export { type FileCapability, type FileToolsOptions, fileCapabilities, fileTools } from "./tools.ts"
export { workspaceFiles } from "./workspace-files.ts"
