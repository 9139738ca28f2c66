export type Scheme = 'system' | 'light' | 'dark'
const key = 'scheme'
const listeners = new Set<() => void>()

/** The stored choice; `system` if storage is not available. */
export function storedScheme(): Scheme {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** The current scheme of the page, also without storage. */
export function isDark(): boolean {
  const { scheme } = document.documentElement.dataset
  return scheme ? scheme === 'dark' : isSystemDark()
}

/** Choosing the scheme of the system means following the system again. */
export function toggleScheme(): void {
  const next = !isDark()
  setScheme(next === isSystemDark() ? 'system' : next ? 'dark' : 'light')
}

const isSystemDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches

/** Call before the first render. */
export function applyStoredScheme(): void {
  paint(storedScheme())
}

export function setScheme(scheme: Scheme): void {
  paint(scheme)
  try {
    if (scheme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, scheme)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function subscribeScheme(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return
    applyStoredScheme()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function paint(scheme: Scheme): void {
  if (scheme === 'system') delete document.documentElement.dataset['scheme']
  else document.documentElement.dataset['scheme'] = scheme
}
