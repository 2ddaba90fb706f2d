// Owns: what has to be counted over all agents: at most twice a second, never with every event.

import type { World } from "@kibitz/contract"
import { useEffect, useState } from "react"
import type { HasReplica } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"

const EVERY_MS = 500

/** `count` and `same` are functions of a module, not made anew with every drawing. */
export function useCounted<Count>(count: (world: World) => Count, nothing: Count, same: (a: Count, b: Count) => boolean): Count {
  const { replica } = useSession<HasReplica>()
  const [counted, setCounted] = useState(nothing)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const { world } = replica.world.getState()
      const next = world ? count(world) : nothing
      setCounted((before) => (same(before, next) ? before : next))
    }
    const soon = () => {
      timer ??= setTimeout(look, EVERY_MS)
    }
    look()
    const stop = replica.world.subscribe(soon)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [replica, count, nothing, same])
  return counted
}
