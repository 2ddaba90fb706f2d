// Owns: nothing. The parts of this shell that need no Electron, for screen tests: they put the renderer into another window, with the same headers,
// the same hub and the same line to the host.
export { type IpcLog, ipcLog } from "./boot/ipc-log.ts"
export { type Port, servePort } from "./gateway/serve-port.ts"
export type { Launch } from "./launch/read-launch.ts"
export { headersFor } from "./serve/headers.ts"
export { APP_SCHEME, resolveAsset } from "./serve/resolve-asset.ts"
export { type Hub, shellHub } from "./shell/hub.ts"
export { addressOf } from "./window/address.ts"
export { CHAT_SIZE } from "./window/appearance.ts"
export { webPreferences } from "./window/web-preferences.ts"
