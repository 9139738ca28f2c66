/**
 * Translators, data detectors of phones and extensions wrap text nodes, or replace them. React then removes a node from a
 * parent that no longer has it, which would end the whole screen. Imported before React draws.
 */

/** What was put in the place of a text that React still changes. */
const replaced = new WeakMap<Node, Node>()

/** The child of `parent` that stands for the node: itself, what wraps it, or what replaced it. */
function childFor(parent: Node, node: Node): Node | undefined {
  let child: Node | null = replaced.get(node) ?? node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child ?? undefined
}

const observer = new MutationObserver((records) => {
  for (const { type, target, addedNodes, removedNodes } of records) {
    const [text, other] = [removedNodes[0], addedNodes[0]]
    if (type === 'characterData') {
      const shown = replaced.get(target)
      if (shown) shown.textContent = target.nodeValue
    } else if (text instanceof Text && other instanceof HTMLElement && !text.isConnected) {
      replaced.set(text, other)
      observer.observe(text, { characterData: true })
    }
  }
})

export function tolerateForeignText(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the parent below
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, node: Child): Child {
    const child = childFor(this, node)
    if (child) removeChild.call(this, child)
    return node
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    insertBefore.call(this, node, before && (childFor(this, before) ?? null))
    return node
  }
  observer.observe(document, { childList: true, subtree: true })
}
