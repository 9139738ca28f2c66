import { ifscForm } from '@sauda/contract/money/bank'
import { agreesWithPayer } from '@sauda/contract/platform/person-name'

/**
 * Where the banks write the payer's name in a narration (HDFC, Kotak, SBI, Axis and ICICI). The name has no digits, so
 * that a number at its place is not read as one.
 */
const name = '(?<name>\\p{L}[\\p{L}\\p{M} .&]{1,98})'
const vpa = '(?<vpa>[A-Z0-9._-]{1,100}@[A-Z][A-Z0-9.]{1,60})'
const number = '0*(?<number>[1-9]\\d{5,17})'
const utr = '[A-Z][A-Z0-9]{15,21}'
const patternsOf = (...patterns: string[]) => patterns.map((pattern) => new RegExp(pattern, 'iu'))

const names = patternsOf(
  `^UPI-${name}-[^@-]*(?:-\\d{1,2})?@`,
  `^UPI/${name}/\\d{12}/`,
  `^UPI/${name}/${vpa}/`,
  `UPI/CR/\\d{12}/${name}/`,
  `^(?:IMPS|UPI)/P2[AM]/\\d{12}/${name}(?:/|$)`,
  `^IMPS-\\d{12}-${name}-`,
  `^MMT/IMPS/\\d{12}/(?:.*/)?${name}/${ifscForm}$`,
  `^(?:RECD:)?IMPS/\\d{12}/${name}/`,
  `NEFT\\*${ifscForm}\\*[A-Z0-9]+\\*${name}(?:\\*|--|$)`,
  `^(?:NEFT|RTGS) CR-${ifscForm}-${name}-`,
  `^(?:NEFT|RTGS)([-/])${utr}\\1${name}(?:\\1|$)`,
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

/** The payer's name as the bank wrote it; undefined if the narration has none. */
export function payerOf(text: string): string | undefined {
  for (const pattern of names) {
    const found = pattern.exec(text)?.groups?.['name']?.trim()
    if (found !== undefined && found.length > 1) return found
  }
  return undefined
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

/** The payer that the bank names, if it is neither the client nor the holder of the client's bank account, nor confirmed. */
export function otherPayerOf(text: string, { names, accounts }: KnownPayers): string | undefined {
  const payer = payerOf(text)
  if (payer === undefined || agreesWithPayer(names, payer)) return undefined
  const account = payerAccountOf(text)
  return account !== undefined && accounts.includes(account) ? undefined : payer
}

/** `holderName`: of the client's bank account. */
export function otherPayerText(payer: string, clientName: string, holderName: string | null): string {
  const holder = holderName === null || holderName === clientName ? '' : `, whose bank account is held by ${holderName}`
  return `The payer is ${payer}, but the client is ${clientName}${holder}`
}
