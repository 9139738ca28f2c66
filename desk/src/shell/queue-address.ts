import { createStore } from '@sauda/web/store'

/** The queue as it was last looked at: who goes back to it finds the same kind. */
export const queueAddress = createStore('/queue')

/** What the queue is told by a case that leads back to it. */
export interface Left {
  /** The case that was open. */
  left?: string
}
