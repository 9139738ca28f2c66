export type Scheme = 'system' | 'light' | 'dark'
const key = 'scheme'
const listeners = new Set<() => void>()

/** What the person chose; storage may be closed to us, then the system decides. */
export function storedScheme(): Scheme {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Called first in an entry, before anything is drawn. */
export function applyStoredScheme(): void {
  paint(storedScheme())
}

export function setScheme(scheme: Scheme): void {
  paint(scheme)
  try {
    if (scheme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, scheme)
  } catch {
    // a private window without storage: the choice lasts until the page is left
  }
  for (const listener of listeners) listener()
}

/** Tells of a choice made here or in another tab; returns how to stop. */
export function subscribeScheme(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== key) return
    applyStoredScheme()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', elsewhere)
  }
}

function paint(scheme: Scheme): void {
  if (scheme === 'system') delete document.documentElement.dataset['scheme']
  else document.documentElement.dataset['scheme'] = scheme
}
