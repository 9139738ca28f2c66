/**
 * Back, such as that of Android, closes the topmost dialog instead of leaving the screen: an open dialog adds an entry of the
 * same address to the browser's history. A closed dialog leaves its entry, because removing it would take time in which the
 * router may navigate: the next page replaces it, and Back passes over it.
 */

/** How the open dialogs are closed, the topmost last. */
const closers: (() => void)[] = []

interface Entry {
  readonly dialog?: boolean
  /** The router's number of the entry; that of a dialog has the number of its page. */
  readonly idx?: number
}
const shownEntry = (): Entry => (history.state as Entry | null) ?? {}

let shown = shownEntry()

/** Returns the function that stops this. */
export function closeOnBack(close: () => void): () => void {
  closers.push(close)
  addEntry()
  return () => {
    closers.splice(closers.lastIndexOf(close), 1)
  }
}

const pushState = history.pushState.bind(history)
const replaceState = history.replaceState.bind(history)

function addEntry(): void {
  if (closers.length === 0 || shownEntry().dialog) return
  pushState({ ...shownEntry(), dialog: true }, '')
  shown = shownEntry()
}

history.pushState = (state, unused, url) => {
  // A link to the same page, such as one to a stock over it, leaves the dialog open, so that the dialog keeps its entry.
  const leaves = closers.length === 0 || new URL(url ?? '', location.href).pathname !== location.pathname
  const put = shownEntry().dialog && leaves ? replaceState : pushState
  put(state, unused, url)
  shown = shownEntry()
}
history.replaceState = (state: Entry | null, unused, url) => {
  replaceState(shownEntry().dialog ? { ...state, dialog: true } : state, unused, url)
  shown = shownEntry()
}

// Before the router's, which would show the page again.
window.addEventListener(
  'popstate',
  (event) => {
    const [before, close] = [shown, closers.at(-1)]
    shown = shownEntry()
    if (before.idx !== shown.idx || Boolean(before.dialog) === Boolean(shown.dialog)) return
    event.stopImmediatePropagation()
    // Forward to the entry of a closed dialog: there is nothing to show.
    if (shown.dialog) return
    if (!close) return history.back()
    close()
    // Another dialog may be open below, or this one may not close now.
    setTimeout(addEntry)
  },
  { capture: true },
)
