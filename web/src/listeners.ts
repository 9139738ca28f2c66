/** Listeners by key, so that of five hundred rows only those that changed are drawn. */
export function createListeners<Key = string>() {
  const all = new Map<Key, Set<() => void>>()
  return {
    subscribe: (key: Key, listener: () => void): (() => void) => {
      const ofKey = all.get(key) ?? new Set()
      all.set(key, ofKey.add(listener))
      return () => {
        ofKey.delete(listener)
        if (ofKey.size === 0) all.delete(key)
      }
    },
    notify: (key: Key): void => {
      for (const listener of all.get(key) ?? []) listener()
    },
  }
}
