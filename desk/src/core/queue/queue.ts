import { isProposalKind, titleOf } from '@sauda/contract/core/proposal'
import { bankConfidence, isOnHold, queueKinds, type QueueItem, type QueueKind } from '@sauda/contract/core/queue'
import type { settingKinds } from '@sauda/contract/client/setting'
import { createStore } from '@sauda/web/store'
import { type Decider, isOwn } from '../../shell/me.ts'

export const kindText: Record<QueueKind, { one: string; empty: string }> = {
  kyc: { one: 'KYC', empty: 'New documents appear here automatically.' },
  deposit: { one: 'Deposit', empty: 'Deposits reported by clients appear here automatically.' },
  withdrawal: { one: 'Withdrawal', empty: 'Withdrawals to be paid appear here automatically.' },
  loan: { one: 'Loan', empty: 'Loan requests appear here automatically.' },
  charge: { one: 'Charge', empty: 'Charge payments appear here automatically.' },
  trade: { one: 'Trade', empty: 'Trades pending a second operator appear here automatically.' },
  exchange: {
    one: 'Exchange file',
    empty: 'Files of the exchanges pending a second operator appear here automatically.',
  },
  price: { one: 'Closing prices', empty: 'Closing prices pending a second operator appear here automatically.' },
  settlement: {
    one: 'Settlement',
    empty: 'Shortages and settlements pending a second operator appear here automatically.',
  },
  reversal: { one: 'Reversal', empty: 'Trade reversals pending a second operator appear here automatically.' },
  adjustment: { one: 'Adjustment', empty: 'Adjustments pending a second operator appear here automatically.' },
  setting: { one: 'Client request', empty: 'Segment, nominee and settlement requests appear here automatically.' },
  change: { one: 'Change', empty: 'Changes pending a second administrator appear here automatically.' },
}

const settingText: Readonly<Record<string, string>> = {
  segment: 'Segment request',
  nominee: 'Nominee request',
  settlement: 'Settlement request',
} satisfies Record<(typeof settingKinds)[number], string>

/** Cases decided on a page of their own. */
const ownPages: Readonly<Record<string, { title: string; summary: string; page: (id: string) => string }>> = {
  'closing-price': {
    title: 'Closing prices',
    summary: 'Closing prices that wait for a decision',
    page: () => '/trade/prices',
  },
  security: { title: 'New ISIN', summary: 'New ISINs that wait for a decision', page: () => '/trade/instruments' },
  'trade-price': {
    title: 'Price to confirm',
    summary: 'Another operator must confirm the price',
    page: (id) => `/trade/${id}`,
  },
}

/** Kinds that two operators decide have their title in the contract. */
export const itemName = ({ kind, type = '' }: Pick<QueueItem, 'kind' | 'type'>): string =>
  titleOf(type) ?? ownPages[type]?.title ?? settingText[type] ?? kindText[kind].one

/** What a case without a client is about. */
export const itemSummary = ({
  summary,
  type = '',
  clientName,
}: Pick<QueueItem, 'summary' | 'type' | 'clientName'>): string | undefined =>
  summary ?? (clientName === undefined ? ownPages[type]?.summary : undefined)

export const queueShows = { all: 'All', mine: 'Mine', hold: 'On hold' } as const
export type QueueShow = keyof typeof queueShows
const shows = Object.keys(queueShows) as QueueShow[]

export interface QueueFilter {
  kind: QueueKind | null
  show: QueueShow
}

export const filterOf = (address: URLSearchParams): QueueFilter => ({
  kind: queueKinds.find((kind) => kind === address.get('kind')) ?? null,
  show: shows.find((show) => show === address.get('show')) ?? 'all',
})

function withFilter(path: string, { kind, show }: QueueFilter): string {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(show !== 'all' && { show }) }).toString()
  return query === '' ? path : `${path}?${query}`
}

export const queueAddress = (filter: QueueFilter): string => withFilter('/queue', filter)

const folders = {
  kyc: 'kyc',
  deposit: 'wallet',
  withdrawal: 'wallet',
  loan: 'loan',
  charge: 'charge',
  trade: 'proposal',
  exchange: 'proposal',
  price: 'proposal',
  settlement: 'proposal',
  reversal: 'trade/reversal',
  adjustment: 'books/adjustment',
  setting: 'setting',
  change: 'proposal',
} as const satisfies Record<QueueKind, string>
export type CaseFolder = (typeof folders)[QueueKind]

type Addressed = Pick<QueueItem, 'kind' | 'id' | 'type'>

/** The path before the id; none for a case that is decided on a page of its own. */
export const folderOf = ({ kind, type = '' }: Addressed): CaseFolder | undefined =>
  ownPages[type] ? undefined : isProposalKind(type) ? 'proposal' : folders[kind]

/** The address carries the filter of the list it was opened from. */
export function caseAddress(item: Addressed, filter: QueueFilter): string {
  const folder = folderOf(item)
  return folder === undefined
    ? (ownPages[item.type ?? '']?.page(item.id) ?? '/queue')
    : withFilter(`/${folder}/${item.id}`, filter)
}

type ItemId = Pick<QueueItem, 'kind' | 'id'>
export const sameItem = (one: ItemId, other: ItemId): boolean => one.kind === other.kind && one.id === other.id

export type Claim = Pick<QueueItem, 'takenBy' | 'takenById'>

/** The list with this claim on the item, or with none; an assigned item stays with its operator. */
export const withClaim = (items: readonly QueueItem[], item: ItemId, claim: Claim): QueueItem[] =>
  items.map((each) => {
    if (!sameItem(each, item) || each.assigned) return each
    const { takenBy: _name, takenById: _id, ...rest } = each
    return { ...rest, ...claim }
  })

export interface Viewer extends Decider {
  /** Milliseconds. */
  now: number
}

const isMine = ({ assigned, takenById }: QueueItem, myId: string | undefined): boolean =>
  assigned === true && takenById === myId

/** A case on hold is listed with those on hold only; one's own are all that are assigned. */
export const filtered = (
  items: readonly QueueItem[],
  { kind, show }: QueueFilter,
  { myId, now }: Viewer,
): readonly QueueItem[] =>
  items.filter(
    (item) =>
      (kind === null || item.kind === kind) &&
      isOnHold(item, now) === (show === 'hold') &&
      (show !== 'mine' || isMine(item, myId)),
  )

export const departedSince = (before: readonly QueueItem[], now: readonly QueueItem[]): readonly QueueItem[] =>
  before.filter((item) => !now.some((each) => sameItem(each, item)))

export const queueOrders = { oldest: 'Oldest first', bank: 'Bank match first' } as const
export type QueueOrder = keyof typeof queueOrders
/** The order in this tab. */
export const queueOrder = createStore<QueueOrder>('oldest')

type Place = ItemId & Pick<QueueItem, 'since' | 'bank'>

/** Exact matches first, then likely and unsure ones, then other amounts, then what the bank has not reported yet. */
const rankOf = ({ bank }: Place): number => {
  if (bank === undefined) return 9
  if (bank.confidence !== undefined) return bankConfidence.options.indexOf(bank.confidence)
  return bank.finding === 'differs' ? 4 : 8
}

export const inOrder = (order: QueueOrder) => (one: Place, other: Place) =>
  (order === 'bank' ? rankOf(one) - rankOf(other) : 0) ||
  one.since.localeCompare(other.since) ||
  one.id.localeCompare(other.id)

interface NextInput extends Viewer {
  filter: QueueFilter
  order?: QueueOrder
}

/** The next case in the list it was opened from, of the same kind first; skipped cases further up come last. */
export function nextItem(
  all: readonly QueueItem[],
  open: Place | undefined,
  { filter, order = 'oldest', ...viewer }: NextInput,
): QueueItem | undefined {
  const compare = inOrder(order)
  const items = all.toSorted(compare)
  const free = filtered(items, filter, viewer).filter(
    (item) =>
      !(open && sameItem(item, open)) &&
      (item.takenById === undefined || isMine(item, viewer.myId)) &&
      !item.ownAccount &&
      !isOwn(item.firstApprovalById, viewer),
  )
  const below = free.filter((item) => open && compare(item, open) > 0)
  const ofSameKind = ({ kind }: QueueItem) => kind === open?.kind
  return below.find(ofSameKind) ?? below[0] ?? free.find(ofSameKind) ?? free[0]
}
