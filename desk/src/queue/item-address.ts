import type { QueueItem } from '@sauda/contract/operator'

const rooms = {
  kyc: 'kyc',
  deposit: 'wallet',
  withdrawal: 'wallet',
  loan: 'loan',
  charge: 'charge',
  reversal: 'trade/reversal',
  setting: 'setting',
} as const

/** Where an item is decided. */
export function itemAddress({ kind, id }: Pick<QueueItem, 'kind' | 'id'>): string {
  return `/${rooms[kind]}/${id}`
}
