/** Undefined if there is no JSON, for example because nothing is stored. */
export function parseJson<T>(text: string | null): T | undefined {
  try {
    return JSON.parse(text ?? '') as T
  } catch {
    return undefined
  }
}

/** Browser storage; where it is blocked (private windows, cookies off), values last until the page is left. */
class Store {
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

export const onDevice = new Store('localStorage')
export const inTab = new Store('sessionStorage')
