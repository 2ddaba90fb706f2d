// Owns: what is wrong with the page as a drawing: text that is cut or painted over other text, controls that stick out, are covered or too small,
// and a page that scrolls sideways. `lookAtPage` runs inside the page and is given to it as it stands: it uses nothing from outside.
import type { Page } from "@playwright/test"

/** One sentence for each fault; none on a page that can be shipped. Targets have at least 24 px (ux 7.9), nothing but code and tables scrolls both ways. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(lookAtPage)
}

function lookAtPage(): string[] {
  type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  const CONTROLS =
    "button, a[href], input, select, textarea, summary, [role=tab], [role=treeitem], [role=option], [role=menuitem], [role=radio], [role=switch]"
  const SMALLEST_TARGET = 24
  const faults = new Set<string>()
  // Under a dialog nothing can be pressed, and dimmed text is not read.
  const root = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1) ?? document.body
  const view: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }

  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom })
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isThere = ({ left, top, right, bottom }: Box, atLeast = 0.5) => right - left > atLeast && bottom - top > atLeast
  const cuts = (style: CSSStyleDeclaration) => style.overflowX !== "visible" || style.overflowY !== "visible"
  const scrolls = (value: string) => value === "auto" || value === "scroll"
  const isFixed = (style: CSSStyleDeclaration) => style.position === "fixed"
  const name = (element: Element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 50)
    const kind = element.getAttribute("data-testid") ?? ([...element.classList].join(".") || element.tagName.toLowerCase())
    return words === "" ? kind : `${kind} “${words}”`
  }
  /** What of this box is left by everything that cuts from here outwards. */
  const visible = (box: Box, from: Element | null): Box => {
    let left = meet(box, view)
    for (let at = from; at; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (cuts(style)) left = meet(left, boxOf(at.getBoundingClientRect()))
      if (isFixed(style)) break
    }
    return left
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest(".visually-hidden, [inert]")
  /** Whether what is cut here can be brought into view by scrolling. */
  const canScroll = (element: Element, way: "X" | "Y") => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (scrolls(getComputedStyle(at)[`overflow${way}`])) return true
      if (at === document.body) return false
    }
    return false
  }

  function controls(): void {
    for (const control of root.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!isSeen(control) || control.matches("[type=hidden], input:disabled")) continue
      const box = boxOf(control.getBoundingClientRect())
      if (!isThere(box)) continue
      const left = visible(box, isFixed(getComputedStyle(control)) ? null : control.parentElement)
      const wide = left.right - left.left < box.right - box.left - 1
      const high = left.bottom - left.top < box.bottom - box.top - 1
      if (wide && !canScroll(control, "X")) faults.add(`cut off at the side: ${name(control)}`)
      if (high && !canScroll(control, "Y")) faults.add(`cut off above or below: ${name(control)}`)
      if (!wide && !high && isThere(left)) covered(control, left)
      size(control, box)
    }
  }

  function covered(control: HTMLElement, { left, top, right, bottom }: Box): void {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const points = [
      [x, y],
      [left + 3, y],
      [right - 3, y],
      [x, top + 3],
      [x, bottom - 3],
    ] as const
    const label = control.closest("label")
    const hits = points.map(([px, py]) => document.elementFromPoint(px, py))
    const others = hits.map((hit) =>
      hit && !control.contains(hit) && !hit.contains(control) && !label?.contains(hit) ? hit : null,
    )
    // One edge may be another's place, as the cross on a tab is.
    const over = others[0] ?? (others.filter((one) => one !== null).length > 1 ? others.find((one) => one !== null) : null)
    if (over && !isPassing(over, control)) faults.add(`covered: ${name(control)} by ${name(over)}`)
  }

  /** What sticks to an end of the same place that scrolls, and is passed under by scrolling on. */
  function isPassing(over: Element, control: Element): boolean {
    for (let at: Element | null = over; at && root.contains(at); at = at.parentElement) {
      if (at.contains(control)) return false
      if (getComputedStyle(at).position === "sticky") return canScroll(control, "Y")
    }
    return false
  }

  /** Words in a line of text may be pressed too, and are as high as the line (WCAG 2.5.8, inline). A box with a label is pressed by that. */
  function size(control: HTMLElement, { left, top, right, bottom }: Box): void {
    const isInText = [...(control.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    if (getComputedStyle(control).display.startsWith("inline") && isInText) return
    if (control.matches("input") && control.closest("label")) return
    const low = Math.min(right - left, bottom - top)
    if (low < SMALLEST_TARGET - 0.5) faults.add(`smaller than 24 px (${Math.round(low * 10) / 10}): ${name(control)}`)
  }

  type Line = { readonly box: Box; readonly element: Element }

  function texts(): Line[] {
    const lines: Line[] = []
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement
      if (!element || (node.textContent ?? "").trim() === "" || !isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        const box = visible(boxOf(rect), element)
        if (isThere(box, 2)) lines.push({ box, element })
      }
      textIn(element, boxOf(range.getBoundingClientRect()))
    }
    return lines
  }

  /** Cut by the element it stands in, or by one around it, and nothing says so: no dots, no way to scroll. */
  function textIn(element: Element, text: Box): void {
    for (let at: Element | null = element; at && root.contains(at); at = at.parentElement) {
      const style = getComputedStyle(at)
      if (scrolls(style.overflowX) || scrolls(style.overflowY) || style.textOverflow === "ellipsis") return
      if (style.webkitLineClamp !== "none") return
      const own = boxOf(at.getBoundingClientRect())
      const out = Math.max(text.right - own.right, own.left - text.left)
      const isControl = at.matches("button, [role=tab], [role=option], [role=menuitem]")
      if ((cuts(style) || isControl) && out > 1.5) {
        faults.add(
          `text ${isControl ? "sticks out of" : "is cut by"} ${name(at)}: “${(element.textContent ?? "").trim().slice(0, 40)}”`,
        )
        return
      }
      if (isFixed(style)) return
    }
  }

  function overlaps(lines: readonly Line[]): void {
    for (const [index, a] of lines.entries()) {
      for (const b of lines.slice(index + 1)) {
        if (a.element === b.element) continue
        const both = meet(a.box, b.box)
        // Lines of one text may touch by their leading.
        const low = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top)
        if (both.right - both.left < 2 || both.bottom - both.top < low * 0.4) continue
        if (areBothPainted(a.element, b.element, both)) faults.add(`text over text: ${name(a.element)} and ${name(b.element)}`)
      }
    }
  }

  /** Not when one of them lies on a ground of its own over the other, as a menu does. */
  function areBothPainted(a: Element, b: Element, { left, top, right, bottom }: Box): boolean {
    const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
    const places = [a, b].map((element) =>
      stack.findIndex((one) => one === element || element.contains(one) || one.contains(element)),
    )
    const [high = -1, deep = -1] = places.toSorted((x, y) => x - y)
    if (high < 0) return false
    const lower = places[0] === deep ? a : b
    return !stack.slice(0, deep).some((one) => !one.contains(lower) && isOpaque(one))
  }

  function isOpaque(element: Element): boolean {
    const { backgroundColor } = getComputedStyle(element)
    return backgroundColor !== "transparent" && !/[,/] ?0?\.?\d*\)$/.test(backgroundColor.replace(/^rgb\([^/]*\)$/, "solid"))
  }

  function sideways(): void {
    const page = document.documentElement
    if (page.scrollWidth > innerWidth + 1) faults.add(`the page is ${page.scrollWidth} px wide in a window of ${innerWidth}`)
    for (const element of root.querySelectorAll<HTMLElement>("*")) {
      const isAcross = scrolls(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1
      if (!isAcross || !isSeen(element) || element.matches("pre, code, textarea, :has(> pre, > table)")) continue
      // By itself, or in something around it: whoever reads a line has to go two ways then.
      for (let at: Element | null = element; at && root.contains(at); at = at.parentElement) {
        if (!scrolls(getComputedStyle(at).overflowY) || at.scrollHeight <= at.clientHeight + 1) continue
        faults.add(`scrolls both ways: ${name(element)}`)
        break
      }
    }
  }

  controls()
  overlaps(texts())
  sideways()
  return [...faults]
}
