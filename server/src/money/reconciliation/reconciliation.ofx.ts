import { statementFileErrors } from '@sauda/contract/money/statement-file'
import { AppError } from '@sauda/contract/platform/error'
import { dayIn, dayInIndia } from '../../platform/india.ts'
import { amountIn } from './reconciliation.cells.ts'
import { type Balance, type Entry, joinedText, type Message } from './reconciliation.message.ts'
import { rejectRow } from './reconciliation.rows.ts'
import { type Element, readXml } from './reconciliation.xml.ts'

/** ofx: statements in the Open Financial Exchange format, of version 1 (SGML) or 2 (XML). */

export function readOfx(text: string): Message[] {
  const start = text.search(/<OFX>/i)
  if (start < 0) throw new AppError(statementFileErrors.noStatement)
  // The lines above are counted too.
  const above = text.slice(0, start).replace(/[^\n]/g, '')
  const root = readXml(above + (/<\?OFX/i.test(text.slice(0, start)) ? text.slice(start) : closed(text.slice(start))))
  const [ofx] = root.all('OFX')
  const [card] = ofx?.all('CREDITCARDMSGSRSV1') ?? []
  if (card) rejectRow(card, 'this is the statement of a credit card, not of a bank account.')
  const statements = ofx?.all('BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS') ?? []
  if (statements.length === 0) throw new AppError(statementFileErrors.noStatement)
  return statements.map(messageOf)
}

/** SGML leaves out the ends of elements with a text, and elements without one, and escapes no ampersand. */
function closed(sgml: string): string {
  const ends = new Set(sgml.match(/<\/[A-Z][\w.]*>/g))
  return sgml
    .replace(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g, '&amp;')
    .replace(/<([A-Z][\w.]*)>([^<]*)(<\/\1>)?/g, (whole, tag: string, value: string, end?: string) => {
      if (end !== undefined) return whole
      const text = value.trimEnd()
      if (text.trim() !== '') return `<${tag}>${text}</${tag}>${value.slice(text.length)}`
      return ends.has(`</${tag}>`) ? whole : value
    })
}

function messageOf(statement: Element): Message {
  const [from, to] = [
    dayOf(statement.textOf('BANKTRANLIST', 'DTSTART')),
    dayOf(statement.textOf('BANKTRANLIST', 'DTEND')),
  ]
  const account = statement.textOf('BANKACCTFROM', 'ACCTID')
  if (account === '') rejectRow(statement, 'the statement names no account (ACCTID).')
  const currency = statement.textOf('CURDEF')
  const [balance] = statement.all('LEDGERBAL')
  return {
    line: statement.line,
    account,
    currency,
    opening: undefined,
    // Without the opening balance it proves nothing, so that only its row is counted.
    closing: balance && ledgerBalance(balance),
    period: from !== undefined && to !== undefined && from <= to ? { from, to } : undefined,
    entries: [
      ...statement.all('BANKTRANLIST', 'STMTTRN').map((entry) => entryOf(entry, '')),
      ...statement.all('BANKTRANLISTP', 'STMTTRNP').map((entry) => entryOf(entry, 'pending')),
    ],
  }
}

function ledgerBalance(element: Element): Balance {
  const { line, textOf } = element
  const read = amountIn(textOf('BALAMT'))
  if (typeof read !== 'object') return rejectRow(element, 'the balance (BALAMT) cannot be read.')
  return { line, day: dayOf(textOf('DTASOF')), paise: read.sign === '-' ? -read.paise : read.paise }
}

function entryOf(entry: Element, status: string): Entry {
  const { line, textOf } = entry
  const [kind, amount] = [textOf('TRNTYPE').toUpperCase(), textOf('TRNAMT').trim()]
  // A comma may separate the paise or the thousands.
  if (!/^[-+]?(?:\d+|\d[\d,]*(?=\.))(?:\.\d*)?$/.test(amount))
    rejectRow(entry, `its amount “${amount.slice(0, 60)}” is not written as OFX requires it.`)
  return {
    line,
    day: dayOf(textOf('DTPOSTED') || textOf('DTTRAN')),
    mark: kind === 'CREDIT' ? 'Cr' : kind === 'DEBIT' ? 'Dr' : '',
    amount: /^[-+]/.test(amount) ? amount : `+${amount}`,
    currency: textOf('CURRENCY', 'CURSYM'),
    status: kind === 'HOLD' ? 'hold' : status,
    text: joinedText([textOf('NAME') || textOf('PAYEE', 'NAME'), textOf('MEMO')]),
    references: [textOf('REFNUM'), textOf('CHECKNUM')].filter(Boolean),
    id: textOf('FITID'),
  }
}

/** `20261001`, `20261001183000.000[0:GMT]`: the day in India, where a zone is named. */
function dayOf(stamp: string): string | undefined {
  const form = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(?:\d\d(?:\.\d+)?)?)?(?:\[([-+]?\d{1,2}(?:\.\d+)?)(?::\w+)?\])?$/
  const [, year, month, date, hour, minute, zone] = form.exec(stamp.trim()) ?? []
  const day = dayIn(`${year}-${month}-${date}`)
  if (day === undefined || hour === undefined || zone === undefined) return day
  return dayInIndia(new Date(Date.parse(`${day}T${hour}:${minute}:00Z`) - Number(zone) * 3_600_000))
}
