import { Readable } from 'node:stream'
import { accountingCalls, accountingErrors, accountingRules } from '@sauda/contract/books/accounting'
import type { Query, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { brokerLedgerAccounts, clientLedgerAccounts } from '@sauda/contract/core/ledger'
import { decimalRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { Sql } from '../../platform/db.ts'
import { limitConcurrency } from '../../platform/concurrency.ts'
import { inIndia } from '../../platform/india.ts'
import type { FileAnswer } from '../../platform/mount.ts'
import type { Reader } from '../../platform/pool.ts'
import { type Cell, csvOf, moreCsvOf, tableFileTypes } from '../../platform/csv.ts'
import { workbookParts } from '../../platform/workbook-parts.ts'
import {
  countVouchers,
  type Days,
  type EntryRow,
  selectBanks,
  selectEntriesOf,
  selectJournals,
  selectLedgers,
  selectTotals,
  selectVoucherIds,
} from './accounting.sql.ts'
import {
  tallyEnd,
  type TallyLedger,
  tallyMaster,
  tallyStart,
  tallyVoucher,
  type BankNames,
  bankNames,
  isOfClient,
  ledgerName,
  type Voucher,
  voucherOf,
} from './accounting.tally.ts'
import type { AppContext } from '../../app/app-context.ts'
import { recordExport } from '../../core/approval/export.ts'

const { days: mostDays, vouchers: mostVouchers } = accountingRules
const dayMilliseconds = 86_400_000
const idLength = 36
/** Few enough that formatting them delays no other request. */
const batchVouchers = 250

/** For the progress shown. */
const bytesPerVoucher = { csv: 380, xlsx: 130, xml: 900 } as const

const types = { ...tableFileTypes, xml: 'application/xml; charset=utf-8' }

function checkDays({ from, to }: Days): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMilliseconds
  if (days < 0) throw new AppError(accountingErrors.order)
  if (days > mostDays) throw new AppError(accountingErrors.long)
}

async function totalsOf(reader: Reader, days: Days): Promise<Reply<typeof accountingCalls.totals>> {
  checkDays(days)
  return reader.snapshot(async (sql) => {
    const vouchers = await countVouchers(sql, days)
    const found = new Map((await selectTotals(sql, days)).map((row) => [row.account, row]))
    return {
      vouchers,
      accounts: [...clientLedgerAccounts, ...brokerLedgerAccounts].flatMap((account) => {
        const { debit, credit } = found.get(account) ?? { debit: 0n, credit: 0n }
        return debit + credit > 0n ? [{ account, debit: rupeesOf(debit), credit: rupeesOf(credit) }] : []
      }),
    }
  })
}

type Plan = {
  /** In their order, each of 36 characters. */
  readonly ids: readonly string[]
  readonly count: number
  readonly ledgers: readonly TallyLedger[]
  readonly banks: BankNames
}

const limited = limitConcurrency({ parallel: 2, queue: 20 })

/** Vouchers and their ledgers of one moment; both are never changed, so that they can be read at the pace of the download. */
const planOf = (reader: Reader, days: Days, format: keyof typeof types): Promise<Plan> =>
  limited(() =>
    reader.snapshot(
      async (sql) => {
        const perDay = await selectVoucherIds(sql, days, mostVouchers + 1)
        const count = perDay.reduce((sum, day) => sum + day.count, 0)
        if (count > mostVouchers) throw new AppError(accountingErrors.tooLong)
        const banks = bankNames(await selectBanks(sql))
        const rows = format === 'xml' ? await selectLedgers(sql, days) : []
        const ledgers = rows.map(({ account, client_name, ...of }) => ({
          name: ledgerName(account, of, banks),
          account,
          ...(client_name !== null && isOfClient(account) && { mailingName: client_name }),
        }))
        return { ids: perDay.map(({ ids }) => ids), count, ledgers, banks }
      },
      { isLong: true },
    ),
  )

async function journalFile(reader: Reader, query: Query<typeof accountingCalls.journal>): Promise<FileAnswer> {
  checkDays(query)
  const { from, to, format } = query
  const plan = await planOf(reader, query, format)
  const vouchers = vouchersOf(reader, plan)
  const write = {
    csv: () => csvParts(vouchers),
    xlsx: () => workbookParts([{ name: 'Journal', widths, rows: sheetRows(vouchers) }]),
    xml: () => tallyParts(plan.ledgers, vouchers),
  }
  return {
    name: `journal-${from}-to-${to}.${format}`,
    type: types[format],
    content: Readable.from(write[format]()),
    estimatedBytes: 500 + 150 * plan.ledgers.length + bytesPerVoucher[format] * plan.count,
  }
}

async function* vouchersOf(sql: Sql, { ids, banks }: Plan): AsyncGenerator<Voucher[]> {
  for (const text of ids)
    for (let start = 0; start < text.length; start += batchVouchers * idLength) {
      const batch = text.slice(start, start + batchVouchers * idLength).match(/.{36}/g) ?? []
      const [journals, entries] = await Promise.all([selectJournals(sql, batch), selectEntriesOf(sql, batch)])
      const byJournal = new Map<string, EntryRow[]>()
      for (const entry of entries) {
        const own = byJournal.get(entry.journal_id)
        if (own) own.push(entry)
        else byJournal.set(entry.journal_id, [entry])
      }
      yield journals.map((journal) => voucherOf(journal, byJournal.get(journal.id) ?? [], banks))
    }
}

const columns = [
  'Date',
  'Voucher type',
  'Voucher number',
  'Ledger',
  'Debit (₹)',
  'Credit (₹)',
  'Client ID',
  'Client name',
  'Reference',
  'UTR',
  'Narration',
  'Booked at (IST)',
  'Journal ID',
]
const widths = [12, 12, 14, 34, 16, 16, 12, 24, 14, 20, 60, 20, 38]

/** `amount` makes a cell of an amount in paise, or of none. */
const rowsOf = <T>(voucher: Voucher, amount: (paise: bigint) => T): (string | T)[][] =>
  voucher.lines.map(({ ledger, debit, credit }) => [
    voucher.day,
    voucher.type,
    voucher.number,
    ledger,
    amount(debit),
    amount(credit),
    voucher.client,
    voucher.clientName,
    voucher.reference,
    voucher.utr,
    voucher.narration,
    inIndia(voucher.at),
    voucher.id,
  ])

const amountText = (paise: bigint): string => (paise > 0n ? decimalRupees(paise) : '')

/** The sum of both sides, for the last row. */
function totalRow(sum: bigint): string[] {
  return ['Total', '', '', '', decimalRupees(sum), decimalRupees(sum), '', '', '', '', '', '', '']
}

const sumOf = (vouchers: readonly Voucher[]): bigint =>
  vouchers.reduce((all, { lines }) => all + lines.reduce((sum, { debit }) => sum + debit, 0n), 0n)

async function* csvParts(batches: AsyncIterable<Voucher[]>): AsyncGenerator<Buffer> {
  yield csvOf([columns])
  // No row of totals, which a program would read as a voucher.
  for await (const vouchers of batches) yield moreCsvOf(vouchers.flatMap((voucher) => rowsOf(voucher, amountText)))
}

const amountCell = (paise: bigint): Cell => (paise > 0n ? rupeesOf(paise) : '')

async function* sheetRows(batches: AsyncIterable<Voucher[]>): AsyncGenerator<Cell[][]> {
  yield [columns]
  let sum = 0n
  for await (const vouchers of batches) {
    sum += sumOf(vouchers)
    yield vouchers.flatMap((voucher) => rowsOf(voucher, amountCell))
  }
  yield [totalRow(sum).map((text, at) => (at === 4 || at === 5 ? rupeesOf(sum) : text))]
}

async function* tallyParts(ledgers: readonly TallyLedger[], batches: AsyncIterable<Voucher[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(tallyStart)
  for (let start = 0; start < ledgers.length; start += batchVouchers)
    yield Buffer.from(
      ledgers
        .slice(start, start + batchVouchers)
        .map(tallyMaster)
        .join(''),
    )
  for await (const vouchers of batches) yield Buffer.from(vouchers.map(tallyVoucher).join(''))
  yield Buffer.from(tallyEnd)
}

export function accountingRoutes(context: AppContext) {
  const { mount, db } = context
  mount(accountingCalls.totals, ({ query }) => totalsOf(db.historyReader(), query))
  mount(accountingCalls.journal, async ({ query, operator, ip }) => {
    const what = `Accounting journal of ${query.from} to ${query.to}`
    const file = await journalFile(db.historyReader(), query)
    await recordExport(context, { operator, ip, what, action: 'accounting.export', after: query })
    return file
  })
}
