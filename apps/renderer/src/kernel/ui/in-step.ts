// Owns: that all that turns or pulses without end does so in step, and stands still while the user types. Each beginning on its own would want a frame of
// its own: with a few agents at work the whole window was drawn sixty times a second, on a machine without a graphics card at the cost of what the user
// types. In step it is still drawn twenty times a second, from one end to the other: then a letter waited for arcs that nobody looks at.

const endless: ReadonlySet<string> = new Set(["turn", "pulse"])
/** Since the last letter: longer than between two letters, shorter than a pause in which one looks up. */
const STILL_MS = 600

export function keepInStep(page: Document): void {
  let still: ReturnType<typeof setTimeout> | undefined
  page.addEventListener("animationstart", ({ target, animationName }) => {
    if (!(target instanceof Element) || !endless.has(animationName)) return
    for (const animation of endlessOf(target.getAnimations())) {
      if (animation.animationName === animationName) set(animation, still !== undefined)
    }
  })
  page.addEventListener("input", () => {
    if (still === undefined) for (const animation of endlessOf(page.getAnimations())) set(animation, true)
    clearTimeout(still)
    still = setTimeout(() => {
      still = undefined
      for (const animation of endlessOf(page.getAnimations())) set(animation, false)
    }, STILL_MS)
  })
}

function endlessOf(animations: readonly Animation[]): readonly CSSAnimation[] {
  return animations.filter((one) => one instanceof CSSAnimation).filter(({ animationName }) => endless.has(animationName))
}

/** What has the same beginning is in step, however long it stood still. */
function set(animation: CSSAnimation, isStill: boolean): void {
  if (isStill) animation.pause()
  else animation.startTime = 0
}
