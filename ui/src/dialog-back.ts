/**
 * Back, such as that of Android, closes the topmost dialog instead of leaving the screen: while a dialog is open, the
 * browser's history has one more entry of the same address.
 */

/** How the open dialogs are closed, the topmost last. */
const closers: (() => void)[] = []

interface Entry {
  readonly dialog?: boolean
  /** The router's number of the entry. */
  readonly idx?: number
}
const entry = (): Entry => (history.state as Entry | null) ?? {}

let guarded: number | undefined
let isRemoving = false

/** Returns the function that stops this. */
export function closeOnBack(close: () => void): () => void {
  closers.push(close)
  update()
  return () => {
    closers.splice(closers.lastIndexOf(close), 1)
    update()
  }
}

/** Later, because a dialog often closes with a navigation or before the next one. */
function update(): void {
  setTimeout(() => {
    // The end of the removal is another update.
    if (isRemoving) return
    const hasEntry = entry().dialog === true
    if (closers.length > 0 && !hasEntry) {
      guarded = entry().idx
      history.pushState({ ...entry(), dialog: true }, '')
    } else if (closers.length === 0 && hasEntry) {
      isRemoving = true
      history.back()
    }
  })
}

// Registered before the router's, which would leave the screen or show it again.
if (typeof window !== 'undefined')
  window.addEventListener(
    'popstate',
    (event) => {
      const close = closers.at(-1)
      const isBack = entry().dialog !== true && entry().idx === guarded
      if (isBack && (isRemoving || close)) event.stopImmediatePropagation()
      if (isBack && !isRemoving) close?.()
      isRemoving = false
      update()
    },
    { capture: true },
  )
