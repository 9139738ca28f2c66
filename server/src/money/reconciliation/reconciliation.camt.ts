import { statementFileErrors } from '@sauda/contract/money/statement-file'
import { AppError } from '@sauda/contract/platform/error'
import { dayIn, dayInIndia } from '../../platform/india.ts'
import { amountIn } from './reconciliation.cells.ts'
import { type Balance, type Entry, joinedText, type Message } from './reconciliation.message.ts'
import { rejectRow } from './reconciliation.rows.ts'
import { type Element, readXml } from './reconciliation.xml.ts'

/** camt: statements as ISO 20022 messages, camt.053 in all its versions. */

export function readCamt(text: string): Message[] {
  const [root] = readXml(text).all('Document')
  if (root?.all('BkToCstmrAcctRpt')[0] || root?.all('BkToCstmrDbtCdtNtfctn')[0])
    throw new AppError(statementFileErrors.otherCamt)
  const statements = root?.all('BkToCstmrStmt', 'Stmt') ?? []
  if (statements.length === 0) throw new AppError(statementFileErrors.otherXml)
  return statements.map(messageOf)
}

function messageOf(statement: Element): Message {
  const { line, all, textOf } = statement
  const account = textOf('Acct', 'Id', 'Othr', 'Id') || textOf('Acct', 'Id', 'IBAN')
  if (account === '') rejectRow(statement, 'the statement names no account (Acct).')
  const balances = all('Bal')
  const balance = (...codes: string[]) => balances.find((each) => codes.includes(each.textOf('Tp', 'CdOrPrtry', 'Cd')))
  const [opening, closing] = [balance('OPBD') ?? balance('PRCD'), balance('CLBD')]
  const [from, to] = [
    dayOf(textOf('FrToDt', 'FrDtTm') || textOf('FrToDt', 'FrDt')),
    dayOf(textOf('FrToDt', 'ToDtTm') || textOf('FrToDt', 'ToDt')),
  ]
  return {
    line,
    account,
    currency: textOf('Acct', 'Ccy') || (opening ?? closing)?.all('Amt')[0]?.attribute('Ccy') || '',
    opening: opening && balanceOf(opening),
    closing: closing && balanceOf(closing),
    period: from !== undefined && to !== undefined ? { from, to } : undefined,
    entries: all('Ntry').map(entryOf),
  }
}

function balanceOf(element: Element): Balance {
  const { line, textOf } = element
  const [read, mark] = [amountIn(textOf('Amt')), textOf('CdtDbtInd')]
  if (typeof read !== 'object' || (mark !== 'CRDT' && mark !== 'DBIT'))
    return rejectRow(element, 'the balance cannot be read: its amount or its CdtDbtInd is missing.')
  return { line, day: dateOf(element, 'Dt'), paise: mark === 'DBIT' ? -read.paise : read.paise }
}

function entryOf(entry: Element): Entry {
  const { line, all, textOf } = entry
  const mark = textOf('CdtDbtInd')
  if (mark !== 'CRDT' && mark !== 'DBIT')
    rejectRow(entry, 'nothing says whether the amount was received or paid out: its CdtDbtInd must be CRDT or DBIT.')
  const status = textOf('Sts', 'Cd') || textOf('Sts', 'Prtry') || textOf('Sts')
  const details = all('NtryDtls', 'TxDtls')
  // The references of several payments that were booked in one sum are of none of them alone.
  const [only, ...more] = details
  const reference = more.length > 0 ? [] : references.map((name) => only?.textOf('Refs', name) ?? '')
  return {
    line,
    // What is not booked yet has no day of booking.
    day: dateOf(entry, 'BookgDt') ?? (status === 'BOOK' || status === '' ? undefined : dateOf(entry, 'ValDt')),
    mark: mark === 'CRDT' ? 'Cr' : 'Dr',
    amount: textOf('Amt').trim(),
    currency: all('Amt')[0]?.attribute('Ccy') ?? '',
    status,
    text: narrationOf(entry, details, { mark, isReferenced: reference.some((each) => /\d{9}/.test(each)) }),
    references: [...new Set([...reference, textOf('AcctSvcrRef')])].filter(
      (each) => each !== '' && each !== 'NOTPROVIDED',
    ),
    id: textOf('NtryRef'),
  }
}

const references = ['EndToEndId', 'TxId', 'ClrSysRef', 'InstrId', 'AcctSvcrRef', 'ChqNb']
const mostDetails = 3

/** The bank’s own words come first, because payers are read there. */
function narrationOf(
  { textOf }: Element,
  details: readonly Element[],
  { mark, isReferenced }: { readonly mark: string; readonly isReferenced: boolean },
): string {
  const party = mark === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const parts = details
    .slice(0, mostDetails)
    .flatMap((each) => [
      each.textOf('AddtlTxInf'),
      each.textOf('RltdPties', party, 'Nm') || each.textOf('RltdPties', party, 'Pty', 'Nm'),
      ...each.all('RmtInf', 'Ustrd').map(({ text }) => remittance(text, isReferenced)),
    ])
  const left = details.length - mostDetails
  return joinedText([textOf('AddtlNtryInf'), ...parts, ...(left > 0 ? [`and ${left} more payments`] : [])])
}

/** The payer’s own text, which must not look like a narration in which the bank names another payer. */
const remittance = (text: string, isReferenced: boolean): string =>
  text
    .replace(/[/*]/g, ' ')
    .replace(/\btransfer from\b/gi, 'transfer-from')
    // Nor a UTR beside that of the bank.
    .replace(/\d{12,}/g, (digits) => (isReferenced ? digits.replace(/\d{4}(?=\d)/g, '$& ') : digits))

const dateOf = (element: Element, name: string): string | undefined =>
  dayOf(element.textOf(name, 'Dt') || element.textOf(name, 'DtTm'))

/** The day in India of a moment whose zone is named. */
function dayOf(stamp: string): string | undefined {
  if (!/T.*(?:Z|[-+]\d\d:\d\d)$/.test(stamp)) return dayIn(stamp.slice(0, 10))
  const moment = new Date(stamp)
  return Number.isNaN(moment.getTime()) ? undefined : dayInIndia(moment)
}
