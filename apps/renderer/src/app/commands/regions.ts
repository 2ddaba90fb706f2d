// Owns: the parts of the window that F6 goes round (ux 2.4): title, rail, what the panes hold, inspector, status bar, as they stand on the page.
const ENTRANCES = "[data-card-heading], [role=treeitem][tabindex='0'], [data-entry][tabindex='0'], [role=tab][tabindex='0']"

/** `passesMap`: for whoever hears the screen, the tree in the rail stands for the map. */
export function moveRegion(by: 1 | -1, passesMap: boolean): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (one) => one.checkVisibility() && !(passesMap && one.dataset.region === "map"),
  )
  const at = regions.findLastIndex((region) => region.contains(document.activeElement))
  for (let step = 1; step <= regions.length; step++) {
    const next = regions.at((at + by * step + regions.length * 2) % regions.length)
    const entrance = next && entranceOf(next)
    if (!entrance) continue
    entrance.focus()
    return
  }
}

/** Nowhere yet, or on the map. */
export function isBeforeTree(): boolean {
  const region = document.activeElement?.closest<HTMLElement>("[data-region]")
  return !region || region.dataset.region === "map"
}

/** Into the tree; where the rail is only a strip, to the sign that draws it. */
export function enterTree(): void {
  const rail = document.querySelector<HTMLElement>("[data-region=rail]")
  const tree = rail?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']")
  const entrance = tree ?? rail?.querySelector<HTMLElement>("[data-testid=rail-tree]")
  entrance?.focus()
}

function entranceOf(region: HTMLElement): HTMLElement | null {
  if (region.matches("[tabindex], textarea, input")) return region
  return region.querySelector<HTMLElement>(ENTRANCES) ?? region.querySelector<HTMLElement>("button, a[href], [tabindex='0']")
}
