import {
  levyAccountNames,
  type lineBookingCalls,
  lineBookingErrors,
  settlementWarning,
} from '@sauda/contract/banking/line-booking'
import type { Evidence } from '@sauda/contract/core/proposal-review'
import type { Body } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import { clearingPosting, levyPosting } from '../../core/ledger/clearing.ts'
import { factsOf } from '../../core/approval/review.ts'
import type { Tx } from '../../platform/db.ts'
import { settlementsToBook } from './reconciliation.book.sql.ts'
import type { Link } from './reconciliation.link.ts'
import type { LineRow } from './reconciliation.sql.ts'

type Input = Body<typeof lineBookingCalls.book>
type Parts = { readonly links: readonly Link[]; readonly evidence?: readonly Evidence[]; readonly summary: string }

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
  return {
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

export function planLevy(line: LineRow, levy: Input['levy']): Parts {
  if (levy === undefined) throw new AppError(lineBookingErrors.chooseLevy)
  const postings = [levyPosting(levy, line.amount)]
  return {
    links: [{ kind: 'levy', amount: line.amount, event: 'levy.paid', postings }],
    summary: `${levyAccountNames[levy]} paid with ${nameOf(line)}`,
  }
}
