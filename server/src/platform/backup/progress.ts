import type { Store } from '../file-store.ts'

export type PrintLine = (line: string) => void

const everyMilliseconds = 10_000

/** The store, which says every few seconds how much was read and written; a long backup must not look like one that hangs. */
export function withProgress(store: Store, say: PrintLine, milliseconds = everyMilliseconds): Store {
  let objects = 0
  let bytes = 0
  let reportedAt = Date.now()
  const count = (size: number) => {
    objects += 1
    bytes += size
    if (Date.now() - reportedAt < milliseconds) return
    reportedAt = Date.now()
    say(`… ${objects} objects, ${Math.round(bytes / 1e6)} MB so far`)
  }
  return {
    ...store,
    async put(name, content) {
      await store.put(name, content)
      count(content.length)
    },
    async get(name) {
      const content = await store.get(name)
      if (content) count(content.length)
      return content
    },
  }
}
