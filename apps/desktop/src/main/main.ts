// The desktop app starts here. What happens in which order: boot/boot.ts. Never a top-level await: Electron would wait for it before `ready`.
import { boot } from "./boot/boot.ts"
import { leaveInOrder } from "./boot/leave.ts"

leaveInOrder(boot.run({ entryFolder: import.meta.dirname }))
