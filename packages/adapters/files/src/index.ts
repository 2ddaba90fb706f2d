export { projectFiles } from "./project-files.ts"
export { type FileCapability, type FileToolsOptions, fileCapabilities, fileTools } from "./tools.ts"
