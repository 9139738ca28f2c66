import { addDays, dayIn, dayInIndia } from '../../platform/india.ts'
import { isRupees, otherCurrencyIn } from './reconciliation.words.ts'

/** above: what the text beside a table says about its account, its days and its currency. */

/** The days that a statement covers, also those without a booking. */
export type Period = { readonly from: string; readonly to: string }

const longestText = 1000
const textOf = (cells: readonly string[]): string => cells.filter(Boolean).join(' | ').slice(0, longestText)

const label =
  '\\b(?:a ?[/.]? ?c\\b|acct|account|(?:savings|current|overdraft|od|cc|loan|deposit)(?= (?:number|num|no)\\b))'
const numbered = new RegExp(
  `${label}[ .]{0,3}(no|number|num)?\\b[ .:|_'#()=-]{0,12}([X*\\d]+(?:[ -][X*\\d]{2,6}(?![\\dX*/.]))*)`,
  'gi',
)
const onlyLabel = new RegExp(`^${label}[ .]{0,3}(?:no|number|num)\\b[ .:]*$`, 'i')

/** The visible ends of the account numbers in a row: `A/C. No. : XXXX5678`, `Current Account 5020 0012 3456 78 in INR`. */
export function accountsIn(cells: readonly string[], above: readonly string[] = []): string[] {
  const beside = [...textOf(cells).matchAll(numbered)].flatMap(([, hasNo, number = '']) => {
    const [first = ''] = number.split(/[ -]/)
    const whole = first.length >= 9 ? first : number.replace(/[ -]/g, '')
    return whole.length >= (hasNo === undefined ? 9 : 4) ? endOf(whole) : []
  })
  const below = cells.flatMap((cell, at) =>
    onlyLabel.test(above[at] ?? '') && /^[X*\d ]{9,24}$/i.test(cell) ? endOf(cell.replaceAll(' ', '')) : [],
  )
  return [...beside, ...below]
}

/** The digits behind a mask, if they are enough to tell accounts apart. */
export function endOf(number: string): string | [] {
  const [digits = ''] = /\d*$/.exec(number) ?? []
  return digits.length < 4 ? [] : digits
}

/** Whether a number of ours is the one of which a file shows the end. */
export function isAccount(number: string, end: string): boolean {
  const [ours, theirs] = [number.replace(/^0+/, ''), end.replace(/^0+/, '')]
  return ours.endsWith(theirs) || (theirs.length > ours.length && ours.length >= 8 && theirs.endsWith(ours))
}

/** The code of a currency that is not the rupee. */
export function currencyIn(cells: readonly string[]): string | undefined {
  const text = textOf(cells)
  const [, named = ''] = /\bcurrency\b[ |:.-]{0,8}([a-z]{3})\b/i.exec(text) ?? []
  if (named !== '' && !isRupees(named) && !/^(?:of|is|and|ind)$/i.test(named)) return named.toUpperCase()
  return otherCurrencyIn(/\bin ([A-Z]{3})\b/.exec(text)?.[1] ?? '')
}

const written =
  /\b(?:\d{1,2}[/. -]{1,2}(?:\d{1,2}|[a-z]{3,9})\.?[/., -]{1,2}\d{2,4}|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|[a-z]{3,9} \d{1,2},? \d{4})\b(?:[ T]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?)?/gi
const day = '<(\\d{4}-\\d\\d-\\d\\d)>'
const between = '[^<>]{0,24}?'
const both = new RegExp(
  `\\b(?:from|period|between|duration|statement|transactions?|range|dates?)\\b[^<>]{0,40}${day}[ ,|:]{0,4}(?:to|till|until|upto|and|through|-|–)${between}${day}`,
  'i',
)
const start = new RegExp(`\\b(?:start|from|begin(?:ning)?)\\b${between}${day}`, 'i')
const end = new RegExp(`\\b(?:end|to|till|until|upto|up to)\\b${between}${day}`, 'i')

/** Collects the period of the text above a table, in one row or in two. */
export function periodReader() {
  let from: string | undefined
  let period: Period | undefined
  const take = (first: string | undefined, last: string | undefined) => {
    if (first !== undefined && last !== undefined && first <= last) period ??= { from: first, to: last }
  }
  return {
    add(cells: readonly string[]): void {
      const text = textOf(cells).replace(written, (date) => {
        const iso = dayIn(date)
        return iso === undefined ? date : `<${iso}>`
      })
      const [, first, last] = both.exec(text) ?? []
      take(first, last)
      from = start.exec(text)?.[1] ?? from
      take(from, end.exec(text)?.[1])
    },
    read: () => period,
  }
}

/** The days of the bookings, and of the named period those that are over. Undefined if there are none. */
export function coveredBy(named: Period | undefined, days: readonly string[]): Period | undefined {
  const over = addDays(dayInIndia(new Date()), -1)
  const known = named && named.from <= over ? [named.from, named.to < over ? named.to : over] : []
  const all = [...known, ...days].toSorted()
  const [from, to] = [all[0], all.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}
