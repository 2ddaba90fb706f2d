// Owns: for tests, as little of a page as React needs to draw on: elements that hold elements. No layout, no events.

class PageNode {
  parentNode: PageNode | null = null
  readonly childNodes: PageNode[] = []
  ownerDocument: unknown = null
  textContent = ""
  readonly nodeType: number
  readonly nodeName: string
  constructor(nodeType: number, nodeName: string) {
    this.nodeType = nodeType
    this.nodeName = nodeName
  }
  get firstChild(): PageNode | null {
    return this.childNodes[0] ?? null
  }
  get lastChild(): PageNode | null {
    return this.childNodes.at(-1) ?? null
  }
  get nextSibling(): PageNode | null {
    const all = this.parentNode?.childNodes ?? []
    return all[all.indexOf(this) + 1] ?? null
  }
  appendChild(child: PageNode): PageNode {
    return this.insertBefore(child, null)
  }
  insertBefore(child: PageNode, before: PageNode | null): PageNode {
    child.parentNode?.removeChild(child)
    child.parentNode = this
    const at = before ? this.childNodes.indexOf(before) : -1
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, child)
    return child
  }
  removeChild(child: PageNode): PageNode {
    this.childNodes.splice(this.childNodes.indexOf(child), 1)
    child.parentNode = null
    return child
  }
  contains(other: PageNode | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode))
  }
  addEventListener(): void {}
  removeEventListener(): void {}
}

class PageElement extends PageNode {
  readonly namespaceURI = "http://www.w3.org/1999/xhtml"
  readonly style = { setProperty() {} }
  readonly attributes = new Map<string, string>()
  get tagName(): string {
    return this.nodeName
  }
  /** Of a choice: what can be chosen. */
  get options(): readonly PageNode[] {
    return this.childNodes
  }
  focus(): void {}
  setSelectionRange(): void {}
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, `${value}`)
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null
  }
}

/** Puts a page where React looks for one, and gives back an element to draw on. */
export function openPage(): Element {
  const page = Object.assign(new PageNode(9, "#document"), {
    activeElement: null,
    defaultView: globalThis,
    createElement: (name: string) => own(new PageElement(1, name.toUpperCase())),
    createElementNS: (_: string, name: string) => own(new PageElement(1, name)),
    createTextNode: (text: string) => Object.assign(own(new PageNode(3, "#text")), { nodeValue: text }),
    createComment: () => own(new PageNode(8, "#comment")),
  })
  function own<Node extends PageNode>(node: Node): Node {
    node.ownerDocument = page
    return node
  }
  class Frame {}
  Object.assign(globalThis, {
    window: globalThis,
    document: page,
    HTMLIFrameElement: Frame,
    IS_REACT_ACT_ENVIRONMENT: true,
  })
  return page.createElement("div") as unknown as Element
}
