import { createStore } from './store.ts'

/** False from a call that found no server until the next one that did. */
export const reachable = createStore(true)
