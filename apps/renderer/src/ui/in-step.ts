// Owns: that all that turns or pulses without end does so in step. Each beginning on its own would want a frame of its own: with a few agents at work the
// whole window was drawn sixty times a second, on a machine without a graphics card at the cost of what the user types.

const endless: ReadonlySet<string> = new Set(["turn", "pulse"])

export function keepInStep(page: Document): void {
  page.addEventListener("animationstart", ({ target, animationName }) => {
    if (!(target instanceof Element) || !endless.has(animationName)) return
    for (const animation of target.getAnimations()) {
      if (animation instanceof CSSAnimation && animation.animationName === animationName) animation.startTime = 0
    }
  })
}
