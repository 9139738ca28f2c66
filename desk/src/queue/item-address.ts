import type { QueueItem } from '@sauda/contract/operator'

/** Where an item is decided; kinds without a screen of their own yet lead to their client. */
export function itemAddress({ kind, clientId }: Pick<QueueItem, 'kind' | 'clientId'>): string {
  return kind === 'kyc' ? `/kyc/${clientId}` : `/clients/${clientId}`
}
