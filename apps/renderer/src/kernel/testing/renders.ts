// Owns: for tests, which components React has drawn anew. It tells whoever has put a hook where its own developer tools put theirs; a component
// that was passed over keeps its children, and is not looked into.

type Fiber = {
  readonly type: unknown
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/** React's own mark for a component that has run. */
const PERFORMED_WORK = 1
const drawn = new Map<string, number>()

/** Before React DOM is loaded. */
export function watchRenders(): void {
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      isDisabled: false,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => look(root.current),
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      checkDCE() {},
    },
  })
}

/** How often each component was drawn while `act` ran. */
export function drawnBy(act: () => void): Readonly<Record<string, number>> {
  drawn.clear()
  act()
  return Object.fromEntries(drawn)
}

function look(fiber: Fiber | null): void {
  for (let at = fiber; at; at = at.sibling) {
    const before = at.alternate
    const name = nameOf(at.type)
    const hasRun = before === null || (at.flags & PERFORMED_WORK) !== 0
    if (name !== null && hasRun) drawn.set(name, (drawn.get(name) ?? 0) + 1)
    if (before === null || at.child !== before.child) look(at.child)
  }
}

function nameOf(type: unknown): string | null {
  const inner = typeof type === "object" && type !== null && "type" in type ? type.type : type
  return typeof inner === "function" && inner.name !== "" ? inner.name : null
}
