import type { BankDay, BankDayItem, BankDayPoint, BankDayState } from '@sauda/contract/money/bank-day'
import { bankDayItemKinds } from '@sauda/contract/money/bank-day'
import { paiseOf } from '@sauda/contract/platform/money'
import { formatDate } from '@sauda/web/date-time'
import { statusPill } from '../../shell/pills.tsx'

export const dayStates = {
  open: ['neutral', 'Open'],
  requested: ['warn', 'To be signed off'],
  closed: ['success', 'Closed'],
} as const
export const DayPill = statusPill<BankDayState>(dayStates)

/** The page that resolves an open point. */
export function addressOf({ lineId, payment, page }: Omit<BankDayPoint, 'text' | 'blocks'>): string | undefined {
  if (lineId !== undefined) return `/reconciliation/${lineId}`
  if (payment !== undefined) return `/${payment.kind === 'charge' ? 'charge' : 'wallet'}/${payment._id}`
  if (page === 'import') return '/reconciliation/import'
  return page === 'books' ? '/books' : undefined
}

export const isBlocked = ({ points }: Pick<BankDay, 'points'>): boolean => points.some(({ blocks }) => blocks)

/** Without the balance of the bank nothing was compared. */
export const agrees = ({ items, points, bankClosing }: Pick<BankDay, 'items' | 'points' | 'bankClosing'>): boolean =>
  bankClosing !== undefined && items.length + points.length === 0

export const periodText = ({ from, day }: Pick<BankDay, 'from' | 'day'>): string =>
  from >= day ? formatDate(day) : `${formatDate(from)} to ${formatDate(day)}`

export const daysOf = ({ from, day }: Pick<BankDay, 'from' | 'day'>): number =>
  (Date.parse(day) - Date.parse(from)) / 86_400_000 + 1

/** The sums of the reconciliation statement, in paise. */
export const sumsOf = (items: readonly BankDayItem[]) =>
  bankDayItemKinds.flatMap((kind) => {
    const ofKind = items.filter((item) => item.kind === kind)
    const paise = ofKind.reduce((sum, { amount }) => sum + paiseOf(amount), 0n)
    return ofKind.length === 0 ? [] : [{ kind, paise }]
  })

/** What the bank would have by the books and the open items; in paise. */
export const balanceBy = (closing: number, items: readonly BankDayItem[]): bigint =>
  sumsOf(items).reduce((sum, { paise }) => sum + paise, paiseOf(closing))

/** `2026-11`, and the months before it. */
export function monthsBefore(month: string, count: number): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, number - 1 - ago, 1)).toISOString().slice(0, 7),
  )
}

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026" of `2026-11`. */
export const monthText = (month: string): string => monthFormat.format(new Date(`${month}-01`))
