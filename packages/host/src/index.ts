export { StorageFailure } from "@kibitz/ports"
export { type HostConnection, type Surface, tooLarge } from "./gateway.ts"
export { type Host, type HostOptions, openHost } from "./host.ts"
