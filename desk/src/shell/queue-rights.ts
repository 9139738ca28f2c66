import { queueRights } from '@sauda/contract/queue'
import { useCan } from './me.ts'

/** Whether this operator may decide any kind of case. */
export function useDecides(): boolean {
  const can = useCan()
  return Object.values(queueRights).some(can)
}
