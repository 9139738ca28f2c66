import { ifscForm } from '@sauda/contract/money/bank'
import { agreesWithPayer } from '@sauda/contract/platform/person-name'

/**
 * Where the banks write the payer's name in a narration. The name has no digits, so
 * that a number at its place is not read as one.
 */
const name = '(?<name>\\p{L}[\\p{L}\\p{M} .&]{1,98})'
const vpa = '(?<vpa>[A-Z0-9._-]{1,100}@[A-Z][A-Z0-9.]{1,60})'
const number = '0*(?<number>[1-9]\\d{5,17})'
const utr = '[A-Z][A-Z0-9]{15,21}'
const patternsOf = (...patterns: string[]) => patterns.map((pattern) => new RegExp(pattern, 'iu'))

const names = patternsOf(
  // HDFC, whose UPI IDs may have hyphens.
  `^UPI-${name}-[^@ ]{1,100}@`,
  // Kotak and ICICI.
  `^UPI/${name}/\\d{12}/`,
  `^UPI/${name}/${vpa}/`,
  // SBI, Union, Punjab National, Canara and slice.
  `UPI/CR/\\d{12}/${name}/`,
  `^UPI(?:AB|AR)?/\\d{12}/CR/${name}/`,
  `^UPI-Credit-\\d{12}-${name}-`,
  // Axis.
  `^(?:IMPS|UPI)/P2[AM]/\\d{12}/${name}(?:/|$)`,
  `^IMPS-\\d{12}-${name}-`,
  // ICICI writes the payer's remark before the name, and the IFSC or the name of the bank behind it.
  `^MMT/IMPS/\\d{12}/(?:.*/)?${name}/(?:${ifscForm}|[^/]*\\b(?:BANK|MAHINDRA|NATIONAL|PAYMENTS)\\b[^/]*)$`,
  `^(?:RECD:)?IMPS(?:AB|AR|-CR)?/\\d{12}/${name}/`,
  `^IMPS-IN/\\d{12}/\\d{10}/${name}(?:/|$)`,
  `^(?:IMPS|NEFT|RTGS) Credit-${name}-`,
  `(?:NEFT|RTGS)\\*${ifscForm}\\*[A-Z0-9]+\\*${name}(?:\\*|--|$)`,
  `^(?:NEFT|RTGS) CR-${ifscForm}-${name}-`,
  `^(?:NEFT|RTGS) CR--?${utr}-(?:${ifscForm}-)?${name}-`,
  `^(?:NEFT|RTGS)([-/])${utr}\\1(?:${ifscForm}\\1)?${name}(?:\\1|$)`,
  `^(?:NEFT|RTGS)(?::| UTR NO: ?)${utr}-${name}(?:-|$)`,
  `^(?:NEFT|RTGS):${name} ${utr}$`,
  `^(?:NEFT|RTGS)_IN:[^/]{0,40}//?${utr}/${name}(?:/|$)`,
  `^(?:NEFT|RTGS) ${utr} ${name}(?: ${ifscForm}|$)`,
)

/** Only where the bank itself writes it: a payer's remark may contain another person's. */
const accounts = patternsOf(
  `^UPI-[^@-]+-${vpa}-`,
  // ICICI writes the remark before it, so nothing after it may look like an address.
  `^UPI/\\d{12}/(?:.*/)?${vpa}/[^/@]+(?:/[^/@]+)?$`,
  `^UPI/\\p{L}[^/@]*/${vpa}/`,
  `^UPI/P2[AM]/\\d{12}/[^/@]*/${vpa}/`,
  // SBI cuts at ten characters.
  `UPI/CR/\\d{12}/[^/]*/[^/]*/(?!.{10}/)${vpa}/`,
  `^IMPS-\\d{12}-[^-]+-[A-Z]{4}-${number}(?:-|$)`,
  `^(?:NEFT|RTGS)-${utr}-.*-${number}-${ifscForm}$`,
  `^FT ?- ?CR ?- ?${number} ?-`,
  `^(?!.*(?:UPI|IMPS|NEFT|RTGS)).*\\bTRANSFER FROM ${number}\\b`,
)

/** Words that stand where some banks write the name: the direction of the payment and the kind of payee. */
const neverNames = new Set(['CR', 'DR', 'CREDIT', 'DEBIT', 'P2A', 'P2M'])

/**
 * Bookings without a payer: interest, cash and the bank's own charges. Only as the first word, and not where a payment is named, because
 * the rest of a narration may be the payer's own text.
 */
const bookingWithoutPayer =
  /^(?!.*(?:UPI|IMPS|NEFT|RTGS|TRANSFER|@))(?:(?:CREDIT |SB )?INT(?:EREST)?\b|(?:BY )?CASH\b|(?:BANK |SERVICE )?(?:CHARGES?|CHRGS?|CHGS?|FEES?)\b)/iu

/**
 * Who paid, as the bank wrote it: a name, nobody (`none`) for a kind of booking that has no payer, or unreadable. Nothing is concluded
 * from a narration that cannot be read, also not that it names no other person.
 */
export type Payer =
  | { readonly state: 'named'; readonly name: string }
  | { readonly state: 'none' }
  | { readonly state: 'unreadable' }

export function payerOf(text: string): Payer {
  for (const pattern of names) {
    const name = pattern.exec(text)?.groups?.['name']?.trim()
    if (name !== undefined && name.length > 1 && !neverNames.has(name.toUpperCase())) return { state: 'named', name }
  }
  return { state: bookingWithoutPayer.test(text.trim()) ? 'none' : 'unreadable' }
}

/**
 * The payer's UPI ID in capitals, or the account number without leading zeros; undefined if the narration has none, or one that is
 * masked or may be cut, so that it could be another person's.
 */
export function payerAccountOf(text: string): string | undefined {
  for (const pattern of accounts) {
    const found = pattern.exec(text.trim())?.groups
    const account = found?.['vpa'] ?? found?.['number']
    if (account !== undefined) return account.toUpperCase()
  }
  return undefined
}

/** The names and accounts known to pay for a client: the client's own, and those that a second operator confirmed. */
export type KnownPayers = { readonly names: readonly string[]; readonly accounts: readonly string[] }

/** Why a payment may be another person's: the name of another payer, or that the payer cannot be read. */
export type PayerDoubt = { readonly other: string } | 'unreadable'

/** Undefined if the payer is the client or the holder of the client's bank account, or pays from a confirmed account, or there is none. */
export function payerDoubtOf(text: string, { names, accounts }: KnownPayers): PayerDoubt | undefined {
  const payer = payerOf(text)
  if (payer.state === 'none' || (payer.state === 'named' && agreesWithPayer(names, payer.name))) return undefined
  const account = payerAccountOf(text)
  if (account !== undefined && accounts.includes(account)) return undefined
  return payer.state === 'named' ? { other: payer.name } : payer.state
}

export const unreadablePayer = 'The text of the bank entry does not say who paid'

/** `holderName`: of the client's bank account. */
export function otherPayerText(payer: string, clientName: string, holderName: string | null): string {
  const holder = holderName === null || holderName === clientName ? '' : `, whose bank account is held by ${holderName}`
  return `The payer is ${payer}, but the client is ${clientName}${holder}`
}
