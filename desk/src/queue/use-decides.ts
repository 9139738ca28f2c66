import { useCan } from '../shell/me.ts'
import { kinds } from './kinds.ts'

/** Whether the queue is this operator's business at all. */
export function useDecides(): boolean {
  const can = useCan()
  return Object.values(kinds).some(({ right }) => can(right))
}
