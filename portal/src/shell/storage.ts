import { createStore, type Store } from '@sauda/web/store'

/** Undefined if there is no JSON, for example because nothing is stored. */
export function parseJson<T>(text: string | null): T | undefined {
  try {
    return JSON.parse(text ?? '') as T
  } catch {
    return undefined
  }
}

/** Browser storage; where it is blocked (private windows, cookies off), values last until the page is left. */
class BrowserStorage {
  private readonly memory = new Map<string, string>()
  private readonly name: 'localStorage' | 'sessionStorage'

  constructor(name: 'localStorage' | 'sessionStorage') {
    this.name = name
  }

  get(key: string): string | null {
    try {
      return window[this.name].getItem(key)
    } catch {
      return this.memory.get(key) ?? null
    }
  }

  set(key: string, value: string): void {
    try {
      window[this.name].setItem(key, value)
    } catch {
      this.memory.set(key, value)
    }
  }

  remove(key: string): void {
    try {
      window[this.name].removeItem(key)
    } catch {
      this.memory.delete(key)
    }
  }
}

export const onDevice = new BrowserStorage('localStorage')
export const inTab = new BrowserStorage('sessionStorage')

/** True while `value` is stored under `key` on this device; follows the other tabs. */
export function createDeviceFlag(key: string, value: string): Store<boolean> {
  const isStored = () => onDevice.get(key) === value
  const flag = createStore(isStored())
  if (typeof window === 'object')
    window.addEventListener('storage', (event) => {
      if (event.key === key) flag.set(isStored())
    })
  return {
    ...flag,
    set: (next) => {
      if (next) onDevice.set(key, value)
      else onDevice.remove(key)
      flag.set(next)
    },
  }
}
