import {
  levyAccountNames,
  type lineBookingCalls,
  lineBookingErrors,
  settlementWarning,
} from '@sauda/contract/money/line-booking'
import type { Evidence } from '@sauda/contract/core/proposal-review'
import type { Body } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { addressOf } from '@sauda/contract/core/proposal-field'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import { clearingPosting, levyPosting } from '../../core/ledger/clearing.ts'
import { factsOf } from '../../core/approval/review.ts'
import type { Tx } from '../../platform/db.ts'
import { sha256 } from '../../platform/secret.ts'
import type { Releasable } from './reconciliation.context.ts'
import { owedLevies, settlementsToBook } from './reconciliation.book.sql.ts'
import type { Link } from './reconciliation.link.ts'
import type { LineRow } from './reconciliation.sql.ts'

type Input = Body<typeof lineBookingCalls.book>
type Parts = {
  readonly links: readonly Link[]
  readonly evidence?: readonly Evidence[]
  readonly settlementIds?: readonly string[]
  /** Why the entry is not exactly what the books expect; one operator books only what they expect. */
  readonly doubts: readonly string[]
  readonly summary: string
}

export const nameOf = ({ amount, reference, text }: LineRow): string => `${formatRupees(amount)} (${reference ?? text})`

/** One settlement gets the whole line, which may be a part of its obligation; several each what they still expect. */
export async function planSettlement(tx: Tx, line: LineRow, { settlementIds = [] }: Input): Promise<Parts> {
  const ids = [...new Set(settlementIds)]
  const found = await settlementsToBook(tx, ids)
  if (ids.length === 0 || found.length < ids.length) throw new AppError(lineBookingErrors.chooseSettlement)
  const received = line.direction === 'credit' ? line.amount : -line.amount
  const parts = found.map(({ id, open }) => ({ id, paise: found.length === 1 ? received : (open ?? 0n) }))
  if (parts.reduce((sum, { paise }) => sum + paise, 0n) !== received)
    throw new AppError(lineBookingErrors.settlementsDiffer)
  const postings = parts.filter(({ paise }) => paise !== 0n).map(({ id, paise }) => clearingPosting(id, paise))
  const event = received > 0n ? 'clearing.received' : 'clearing.paid'
  const isWhole =
    found.every(({ net, open }) => net !== null && net === open) &&
    sum(found.map(({ open }) => open ?? 0n)) === received
  return {
    settlementIds: ids,
    doubts: isWhole ? [] : [`The bank entry is not the whole final obligation of ${ids.join(', ')}`],
    links: [{ kind: 'settlement', amount: line.amount, event, postings }],
    evidence: found.map(({ id, open }) =>
      settlementEvidence(id, open, found.length === 1 ? line.direction : undefined),
    ),
    summary: `${received > 0n ? 'Pay-out' : 'Pay-in'} of ${ids.join(', ')} with ${nameOf(line)}`,
  }
}

/** `direction` of a bank entry of this settlement alone. An operator who saw another amount expected reviews it again. */
function settlementEvidence(id: string, open: bigint | null, direction?: LineRow['direction']): Evidence {
  const warning = open === null || direction === undefined ? undefined : settlementWarning(id, open, direction)
  const facts = factsOf({
    'Still expects': open === null ? 'Not known without a final obligation file' : formatRupees(open),
    Direction: warning === undefined ? undefined : { text: warning, warns: true },
  })
  return { type: 'facts', id: `${id} ${open}`, title: `Settlement ${id}`, facts }
}

const evidenceRows = 20

/** Whose money the settlements of a bank entry release, gross, whatever the amount of the entry is. */
export function releaseEvidence({ total, clients }: Releasable): Evidence {
  const rows = clients.map(({ clientId, saudaId, name, paise }) => [
    { text: `${name}, ${saudaId}`, to: addressOf('client', clientId) },
    { text: formatRupees(paise) },
  ])
  const title = `Releases ${formatRupees(total)} of ${clients.length} ${clients.length === 1 ? 'client' : 'clients'}`
  return {
    type: 'table',
    // With the amounts in it: the approval of other amounts is rejected.
    id: `${title} ${hashOf(clients.map(({ clientId, paise }) => `${clientId} ${paise}`))}`,
    title,
    columns: ['Client', 'Sale proceeds'],
    rows: rows.slice(0, evidenceRows),
    skipped: Math.max(0, rows.length - evidenceRows),
    last: [],
  }
}

const hashOf = (parts: readonly string[]) => sha256(Buffer.from(parts.join())).toString('base64url')

/** One bill may be of several days, but not of a part of one. */
export async function planLevy(tx: Tx, line: LineRow, levy: Input['levy']): Promise<Parts> {
  if (levy === undefined) throw new AppError(lineBookingErrors.chooseLevy)
  const postings = [levyPosting(levy, line.amount)]
  const owed = await owedLevies(tx, levy)
  const known = formatRupees(owed[0] ?? 0n)
  return {
    doubts: owed.includes(line.amount)
      ? []
      : [`${levyAccountNames[levy]} booked and not yet paid is ${known}, not the amount of the bank entry`],
    links: [{ kind: 'levy', amount: line.amount, event: 'levy.paid', postings }],
    summary: `${levyAccountNames[levy]} paid with ${nameOf(line)}`,
  }
}
