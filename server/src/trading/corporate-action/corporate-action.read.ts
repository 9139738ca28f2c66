import { actionErrors } from '@sauda/contract/trading/corporate-action'
import type { ActionKind } from '@sauda/contract/trading/corporate-action-name'
import { decimalNumber, decimalOf } from '@sauda/contract/platform/decimal'
import * as z from 'zod/mini'
import { capitals, cell, column, type Format, lettersOf, readTable, text } from '../../platform/format.ts'
import { dayIn } from '../../platform/india.ts'
import { exchangeText } from '../market/imported-file.ts'

const dayOrEmpty = cell(
  (written) => (written === '' || written === '-' ? '' : dayIn(written)),
  (written) => `“${written.slice(0, 40)}” is not a date.`,
)

const row = z.object({
  symbol: column('SYMBOL', capitals),
  series: column('SERIES', capitals),
  purpose: column('PURPOSE', text),
  exDate: column('EXDATE', dayOrEmpty),
  isin: column('ISIN ISINNUMBER ISINCODE', capitals),
  status: column('ACTIVECANCELLED STATUS STATUSFLAG', capitals),
})

/** CF-CA-equities and C_CORPACT of NSE. */
const actionList: Format<typeof row> = {
  row,
  spelled: lettersOf,
  optional: ['series', 'isin', 'status'],
  isHeader: ({ symbol, purpose, exDate }) => symbol >= 0 && purpose >= 0 && exDate >= 0,
  isLenient: true,
  errors: actionErrors,
}

type Understood = {
  readonly line: number
  readonly symbol: string
  readonly purpose: string
  readonly exDate: string
  readonly kind: ActionKind
  readonly held: number
  readonly given: number
}
type Unused = { readonly line: number; readonly symbol: string; readonly purpose: string; readonly reason: string }
export type ActionList = {
  readonly rows: number
  readonly understood: readonly Understood[]
  readonly unused: readonly Unused[]
}

type Meaning = Pick<Understood, 'kind' | 'held' | 'given'> | { readonly reason: string }

const number = String.raw`(\d{1,5}(?:\.\d{1,4})?)`
const rupees = String.raw`(?:rs\.?|re\.?)\s*${number}\s*(?:/-)?`
const face = new RegExp(
  String.raw`^face value split \(sub-?division\)\s*-\s*from ${rupees}\s*(?:per share)?\s*to ${rupees}\s*(?:per share)?$`,
)
const consolidation = new RegExp(
  String.raw`^consolidation(?: of shares)?\s*-?\s*from ${rupees}\s*(?:per share)?\s*to ${rupees}\s*(?:per share)?$`,
)
const bonus = new RegExp(String.raw`^bonus(?: issue)? ${number}\s*:\s*${number}$`)
const rights = new RegExp(
  String.raw`^rights(?: issue)? ${number}\s*:\s*${number}\s*@\s*premium ${rupees}\s*(?:per share)?$`,
)
const dividend = new RegExp(
  String.raw`^(?:(?:interim|final|special) )?dividend\s*-\s*${rupees}\s*(?:per share)?(?:\s*/\s*(?:interim |final |special )?dividend\s*-\s*${rupees}\s*(?:per share)?)*$`,
)

/** Only a complete wording is understood: a part of it may be about something else. */
export function meaningOf(purpose: string): Meaning {
  const words = purpose.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const numbers = (pattern: RegExp) => pattern.exec(words)?.slice(1).map(Number)
  const [from = 0, to = 0] = numbers(face) ?? []
  if (from > to && to > 0) return { kind: 'split', held: 1, given: from / to }
  const [small = 0, large = 0] = numbers(consolidation) ?? []
  if (large > small && small > 0) return { kind: 'consolidation', held: large / small, given: 1 }
  const [given = 0, held = 0] = numbers(bonus) ?? []
  if (given > 0 && held > 0) return { kind: 'bonus', held, given }
  const [entitlements = 0, entitling = 0] = numbers(rights) ?? []
  if (entitlements > 0 && entitling > 0) return { kind: 'rights', held: entitling, given: entitlements }
  if (dividend.test(words)) {
    // A row may state several, which are paid together.
    const total = [...words.matchAll(new RegExp(rupees, 'g'))].reduce(
      (sum, [, each]) => sum + (decimalOf(each ?? '') ?? 0n),
      0n,
    )
    if (total > 0n) return { kind: 'dividend', held: 1, given: decimalNumber(total) }
  }
  return { reason: 'The wording is not understood. Type the action from the notice of the company.' }
}

const isExact = (value: number): boolean => /^\d+(\.\d{1,4})?$/.test(String(value))

/** Throws an AppError that names the line. To be called in a child process. */
export function readActionList({ bytes }: { readonly bytes: Uint8Array }): ActionList {
  const { rows, count } = readTable(exchangeText(bytes), actionList)
  const understood: Understood[] = []
  const unused: Unused[] = []
  for (const { line, symbol, purpose, exDate, status } of rows) {
    const own = { line, symbol, purpose }
    const meaning = meaningOf(purpose)
    if (/^(c|cancel|cancelled|n)$/i.test(status)) unused.push({ ...own, reason: 'The exchange has cancelled it.' })
    else if ('reason' in meaning) unused.push({ ...own, ...meaning })
    else if (exDate === '') unused.push({ ...own, reason: 'The row has no ex-date.' })
    else if (!isExact(meaning.held) || !isExact(meaning.given))
      unused.push({
        ...own,
        reason: 'The face values do not give a plain ratio. Type the action from the notice of the company.',
      })
    else understood.push({ ...own, exDate, ...meaning })
  }
  return { rows: count, understood, unused }
}
