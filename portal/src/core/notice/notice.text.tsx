import { type AttentionItem, type AttentionKind, type Notification, tradesOfDay } from '@sauda/contract/core/notice'
import type { Topic } from '@sauda/contract/platform/call'
import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'

const history = (id: string) => `/account/wallet/transaction-history?transaction=${id}`

const settings: Partial<Record<string, { name: string; path: string }>> = {
  segment: { name: 'Segment', path: '/account/segment' },
  nominee: { name: 'Nominee', path: '/account/nominee' },
  settlement: { name: 'Fund settlement', path: '/account/fund-settlement' },
}

interface Shown {
  title: ReactNode
  note: ReactNode
  /** The one action: a verb, and where it leads. */
  action: string
  path: string
}

/** How each kind is shown. */
const shown: Record<AttentionKind, (item: AttentionItem, amount: ReactNode) => Shown> = {
  document: ({ detail, reason }) => ({
    title: `Send a new photo of your ${detail === 'pan' ? 'PAN' : 'Aadhaar'} card`,
    note: reason,
    action: 'Upload photo',
    path: '/account/profile',
  }),
  charge: ({ count, dueDate }, amount) => ({
    title: sentence('{amount} to pay', { amount }),
    note: [
      count === 1 ? '1 charge' : `${count} charges`,
      dueDate && (count === 1 ? `due on ${formatDate(dueDate)}` : `first due on ${formatDate(dueDate)}`),
    ]
      .filter(Boolean)
      .join(', '),
    action: count === 1 ? 'Pay charge' : 'Pay charges',
    path: '/account/charges',
  }),
  'loan.offer': (_, amount) => ({
    title: sentence('Loan offer of {amount}', { amount }),
    note: 'You borrow nothing until you accept.',
    action: 'Review offer',
    path: '/account/portfolio/overview#your-loans',
  }),
  'rejected.withdrawal': (item, amount) => rejected(item, sentence('Withdrawal of {amount} rejected', { amount })),
  'rejected.deposit': (item, amount) => rejected(item, sentence('Deposit of {amount} rejected', { amount })),
  'rejected.loan': ({ reason }) => ({
    title: 'Loan request rejected',
    note: reason,
    action: 'View loans',
    path: '/account/portfolio/overview',
  }),
  'rejected.setting': ({ detail = '', reason }) => ({
    title: `${settings[detail]?.name ?? 'Setting'} request rejected`,
    note: reason,
    action: 'Change request',
    path: settings[detail]?.path ?? '/account/profile',
  }),
  deposit: ({ id, since }, amount) => ({
    title: sentence('Deposit of {amount} being matched', { amount }),
    note: `Reported on ${formatDate(since)}`,
    action: 'Track deposit',
    path: history(id),
  }),
}

const rejected = ({ id, reason }: AttentionItem, title: ReactNode): Shown => ({
  title,
  note: reason,
  action: 'View request',
  path: history(id),
})

export function attentionText(item: AttentionItem): Shown {
  return shown[item.kind](item, <Money amount={paiseOf(item.amount ?? 0)} />)
}

const account = '/account/profile'
const portfolio = '/account/portfolio'
const fund = '/account/wallet'

/** The item of the navigation that leads there. */
export const destinationOf: Record<AttentionKind, string> = {
  document: account,
  charge: account,
  'rejected.setting': account,
  'loan.offer': portfolio,
  'rejected.loan': portfolio,
  'rejected.withdrawal': fund,
  'rejected.deposit': fund,
  deposit: fund,
}

const screens: Partial<Record<Topic, string>> = {
  ledger: '/account/wallet/statement',
  charge: '/account/charges',
  complaint: '/account/complaints',
  privacy: '/account/privacy',
  loan: '/account/portfolio/overview',
  market: '/account/watchlist',
  trade: '/account/position',
  wallet: '/account/wallet/transaction-history',
}

export const notificationPath = ({ topic, id }: Notification): string =>
  topic === 'wallet' && id !== undefined ? history(id) : (screens[topic] ?? account)

const isTradeDay = ({ text }: Notification): boolean => tradesOfDay.is.test(text)

/** One row are those with the same text that lead to the same screen, and the trade days of one import. */
export const merged = (rows: readonly Notification[]): Notification[][] => [
  ...Map.groupBy(rows, (row) =>
    isTradeDay(row) ? row.at.slice(0, '2026-12-01T12:25'.length) : `${row.text} ${notificationPath(row)}`,
  ).values(),
]

/** The text of a row of so many notifications. */
export function mergedText(first: Notification, count: number): string {
  if (count === 1) return first.text
  return isTradeDay(first) ? `Your trades of ${count} days` : `${first.text} · ${count} times`
}
