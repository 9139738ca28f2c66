import { useSyncExternalStore } from 'react'

export interface ReadStore<Value> {
  readonly get: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export interface Store<Value> extends ReadStore<Value> {
  readonly set: (value: Value) => void
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<Value>(store: ReadStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
