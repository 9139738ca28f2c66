import { actionErrors, type ActionTerms } from '@sauda/contract/trading/corporate-action'
import { type ActionRatio, givesOther, listsClients, ratioText } from '@sauda/contract/trading/corporate-action-name'
import { decimalOf, decimalText, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { capitalize } from '@sauda/contract/platform/sentence'
import { dateText } from '../../platform/india.ts'
import type { Terms } from './corporate-action.plan.ts'

/** The terms of an action by themselves: their faults and what they say. */

export const decimal = (value: number | string): bigint => decimalOf(value) ?? 0n

const e = actionErrors

/** Faults of the terms alone. */
export function checkTerms({ kind, held, given, newIsin, otherStock, costPercent, accepted, ...terms }: ActionTerms) {
  const gives = givesOther(kind)
  if (gives !== (otherStock !== undefined)) throw new AppError(gives ? e.otherMissing : e.otherUnused)
  if ((kind === 'demerger') !== (costPercent !== undefined))
    throw new AppError(kind === 'demerger' ? e.percentMissing : e.percentUnused)
  checkDates({ kind, ...terms })
  if ((kind === 'allotment') !== (terms.issuePrice !== undefined))
    throw new AppError(kind === 'allotment' ? e.priceMissing : e.priceUnused)
  if (newIsin !== undefined && kind !== 'split' && kind !== 'consolidation') throw new AppError(e.isinUnused)
  // Where nobody took shares of an allotment, all entitlements lapse.
  if (accepted !== undefined && !listsClients(kind)) throw new AppError(e.acceptedUnused)
  if (accepted === undefined && kind === 'tender') throw new AppError(e.tenderedMissing)
  if ((kind === 'split' && given <= held) || (kind === 'consolidation' && given >= held))
    throw new AppError(e.splitRatio)
}

type Dates = Pick<ActionTerms, 'kind' | 'exDate' | 'allottedOn' | 'creditedOn'>

function checkDates({ kind, exDate, allottedOn, creditedOn }: Dates) {
  const isRights = kind === 'rights' || kind === 'allotment'
  if (kind !== 'bonus' && (allottedOn !== undefined || (creditedOn !== undefined && !isRights)))
    throw new AppError(e.datesUnused)
  if (kind === 'bonus' && (allottedOn === undefined || creditedOn === undefined)) throw new AppError(e.datesMissing)
  if (isRights && creditedOn === undefined) throw new AppError(e.creditMissing)
  if (isRights && creditedOn !== undefined && creditedOn < exDate) throw new AppError(e.creditOrder)
  if (allottedOn !== undefined && creditedOn !== undefined && (allottedOn < exDate || creditedOn < allottedOn))
    throw new AppError(e.datesOrder)
}

export const planTerms = ({ kind, held, given, costPercent = 0, issuePrice = 0 }: ActionTerms): Terms => ({
  kind,
  held: decimal(held),
  given: decimal(given),
  // Percent in hundred-millionths become millionths of the whole.
  costPart: decimal(costPercent) / 10_000n,
  issuePrice: decimal(issuePrice),
})

/** How many shares before are how many after; undefined where another share's price follows. */
export function changeOf({ kind, held, given }: ActionRatio): { before: string; after: string } | undefined {
  if (givesOther(kind) || listsClients(kind) || kind === 'dividend') return undefined
  const after = kind === 'bonus' ? decimal(held) + decimal(given) : decimal(given)
  return { before: decimalText(decimal(held)), after: decimalText(after) }
}

export const summaryOf = ({ stockName, ...terms }: ActionTerms): string => {
  const text = ratioText(terms)
  const joined = terms.kind === 'rights' ? 'with the entitlement' : terms.kind === 'allotment' ? 'for' : 'into'
  const other = terms.otherStock === undefined ? '' : ` ${joined} ${terms.otherStock}`
  const price = terms.issuePrice === undefined ? '' : ` at ${formatPrice(decimal(terms.issuePrice))}`
  const day = listsClients(terms.kind) ? 'on' : 'ex-date'
  return `${capitalize(text)} of ${stockName}${other}${price}, ${day} ${dateText(terms.exDate)}`
}
