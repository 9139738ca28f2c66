import type { QueueItem } from '@sauda/contract/queue'

const rooms = {
  kyc: 'kyc',
  deposit: 'wallet',
  withdrawal: 'wallet',
  loan: 'loan',
  charge: 'charge',
  reversal: 'trade/reversal',
  adjustment: 'books/adjustments',
  setting: 'setting',
} as const

/** Where an item is decided. */
export function itemAddress({ kind, id }: Pick<QueueItem, 'kind' | 'id'>): string {
  return `/${rooms[kind]}/${id}`
}
