import type { adjustmentKinds } from '@sauda/contract/ledger'
import { queueKinds, type QueueItem, type QueueKind } from '@sauda/contract/queue'
import type { settingKinds } from '@sauda/contract/setting'

export const kindText: Record<QueueKind, { one: string; many: string; empty: string }> = {
  kyc: { one: 'KYC', many: 'KYC', empty: 'New documents appear here automatically.' },
  deposit: { one: 'Deposit', many: 'Deposits', empty: 'Deposits reported by clients appear here automatically.' },
  withdrawal: { one: 'Withdrawal', many: 'Withdrawals', empty: 'Withdrawals to be paid appear here automatically.' },
  loan: { one: 'Loan', many: 'Loans', empty: 'Loan requests appear here automatically.' },
  charge: { one: 'Charge', many: 'Charges', empty: 'Charge payments appear here automatically.' },
  trade: {
    one: 'Trade',
    many: 'Trades',
    empty: 'Trades pending a second operator appear here automatically.',
  },
  reversal: {
    one: 'Reversal',
    many: 'Reversals',
    empty: 'Trade reversals pending a second operator appear here automatically.',
  },
  adjustment: {
    one: 'Adjustment',
    many: 'Adjustments',
    empty: 'Adjustments pending a second operator appear here automatically.',
  },
  setting: {
    one: 'Client request',
    many: 'Client requests',
    empty: 'Segment, nominee and settlement requests appear here automatically.',
  },
  change: {
    one: 'Change',
    many: 'Changes',
    empty: 'Changes pending a second administrator appear here automatically.',
  },
}

const typeText: Record<(typeof settingKinds)[number] | (typeof adjustmentKinds)[number], string> = {
  segment: 'Segment request',
  nominee: 'Nominee request',
  settlement: 'Settlement request',
  credit: 'Credit adjustment',
  debit: 'Debit adjustment',
  cashback: 'Cashback adjustment',
}

export const itemName = ({ kind, type }: Pick<QueueItem, 'kind' | 'type'>): string =>
  type !== undefined && type in typeText ? typeText[type as keyof typeof typeText] : kindText[kind].one

export type QueueFilter = QueueKind | null

export const filterOf = (address: URLSearchParams): QueueFilter =>
  queueKinds.find((kind) => kind === address.get('kind')) ?? null

const withFilter = (path: string, filter: QueueFilter): string => (filter ? `${path}?kind=${filter}` : path)

export const queueAddress = (filter: QueueFilter): string => withFilter('/queue', filter)

const folders: Record<QueueKind, string> = {
  kyc: 'kyc',
  deposit: 'wallet',
  withdrawal: 'wallet',
  loan: 'loan',
  charge: 'charge',
  trade: 'proposal',
  reversal: 'trade/reversal',
  adjustment: 'books/adjustment',
  setting: 'setting',
  change: 'proposal',
}

/** The address carries the filter of the list it was opened from. */
export const caseAddress = ({ kind, id, type }: Pick<QueueItem, 'kind' | 'id' | 'type'>, filter: QueueFilter): string =>
  withFilter(`/${type?.includes('.') ? 'proposal' : folders[kind]}/${id}`, filter)

type ItemId = Pick<QueueItem, 'kind' | 'id'>
export const sameItem = (one: ItemId, other: ItemId): boolean => one.kind === other.kind && one.id === other.id

export const filtered = (items: readonly QueueItem[], filter: QueueFilter): readonly QueueItem[] =>
  items.filter(({ kind }) => filter === null || kind === filter)

export const departedSince = (before: readonly QueueItem[], now: readonly QueueItem[]): readonly QueueItem[] =>
  before.filter((item) => !now.some((each) => sameItem(each, item)))

/** The next case in the list it was opened from, of the same kind first; skipped cases further up come last. */
export function nextItem(
  items: readonly QueueItem[],
  open: (ItemId & Pick<QueueItem, 'since'>) | undefined,
  { myId, filter }: { myId: string | undefined; filter: QueueFilter },
): QueueItem | undefined {
  const free = filtered(items, filter).filter(
    (item) =>
      !(open && sameItem(item, open)) &&
      item.takenById === undefined &&
      (item.firstApprovalById === undefined || item.firstApprovalById !== myId),
  )
  const below = free.filter(({ since, id }) => open && (since > open.since || (since === open.since && id > open.id)))
  const ofSameKind = ({ kind }: QueueItem) => kind === open?.kind
  return below.find(ofSameKind) ?? below[0] ?? free.find(ofSameKind) ?? free[0]
}
