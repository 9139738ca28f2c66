import { latinName, placeholder, type LayoutField, type PayoutLayout } from '@sauda/contract/banking/payout-layout'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees } from '@sauda/contract/platform/money'
import { cannotDownload, payoutErrors, payoutRules } from '@sauda/contract/banking/payout'
import type { AppContext } from '../../app-context.ts'
import { requirePayouts } from '../../core/approval/payout-stop.ts'
import type { Decider } from '../../core/approval/proposal.ts'
import { blockOf } from '../../core/queue/risk.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { type FileAnswer, wholeFile } from '../../platform/mount.ts'
import { sha256 } from '../../platform/secret.ts'
import { lockBank, lockBatch, type PayoutRow, payoutsOf, serialOfFile, setDownloaded } from './payout.sql.ts'
import { record, requireReleased } from './payout.ts'

// Writes a batch in the columns of its layout (`contract/src/banking/payout-layout.ts`), as text or workbook.

export type Payment = {
  /** `WDR100001`. */
  readonly name: string
  readonly saudaId: string
  readonly paise: bigint
  readonly payeeName: string
  readonly accountNumber: string
  readonly ifsc: string
}

export type FileInput = {
  readonly layout: PayoutLayout
  /** `PAY100001`. */
  readonly batchName: string
  readonly debitAccount: string
  readonly debitIfsc: string
  readonly serial: number
  /** In India, YYYY-MM-DD. */
  readonly day: string
  readonly payments: readonly Payment[]
}

type Values = Readonly<Record<LayoutField, string>>
/** Cutting one of these would change the payee or the amount. */
const neverCut: readonly string[] = [
  'account',
  'ifsc',
  'amount',
  'reference',
  'debitAccount',
  'debitIfsc',
  'total',
  'count',
]

const noPayment = { mode: '', account: '', ifsc: '', name: '', amount: '', reference: '', saudaId: '', payeeCode: '' }

/** The payments that the bank has not answered. */
export const downloadFile = (
  context: AppContext,
  { batchId, ...by }: Decider & { batchId: string },
): Promise<FileAnswer> =>
  context.db.transaction(async (tx) => {
    const batch = await requireRow(lockBatch(tx, batchId))
    requireReleased(batch)
    const day = dayInIndia(new Date())
    await requirePayouts(tx)
    const open = (await payoutsOf(tx, batchId)).filter(({ status }) => status === 'pending')
    if (open.length === 0) throw new AppError(payoutErrors.nothingOpen)
    await requireUnblocked(context, tx, open)
    const content = sha256(open.map(({ transactionId }) => transactionId).join())
    await lockBank(tx, batch.bank_id)
    const file = await payoutFile({
      layout: batch.layout,
      batchName: batch.name,
      debitAccount: batch.debit_account,
      debitIfsc: batch.debit_ifsc,
      serial: await serialOfFile(tx, { bankId: batch.bank_id, batchId, day, content }),
      day,
      payments: open.map((row) => ({
        ...row,
        name: row.transactionId,
        paise: row.amount,
        accountNumber: context.accounts.open(row.clientId, row.payToNumber, row.dataKey ?? null),
      })),
    })
    await setDownloaded(tx, batchId, by.operator.id)
    await record(context, tx, by, {
      action: 'payout.download',
      id: batchId,
      after: { batch: batch.name, fileName: file.name, count: open.length, sha256: sha256(file.bytes).toString('hex') },
    })
    return wholeFile(file.name, file.type, file.bytes)
  })

/** A payment may have been put on hold, or its client's deposit contradicted, since the release. */
async function requireUnblocked({ warnings }: AppContext, tx: Tx, open: readonly PayoutRow[]): Promise<void> {
  const found = await warnings(
    tx,
    open.map(({ _id: requestId, clientId }) => ({ requestId, clientId })),
  )
  for (const { _id, transactionId } of open) {
    const block = blockOf(found.get(_id) ?? [])
    if (block !== undefined) throw new AppError(cannotDownload(transactionId, block))
  }
}

/** The columns of each line of the file. */
export function fileRows(input: FileInput): string[][] {
  const { layout, payments } = input
  const common = commonValues(input)
  const top = layout.top.length > 0 ? [lineOf(layout, layout.top, common)] : []
  return [...top, ...payments.map((payment) => lineOf(layout, layout.row, { ...common, ...valuesOf(input, payment) }))]
}

/** No two files of one account and date have the same name: banks reject the second. */
export function nameOfFile(input: FileInput): string {
  const { fileName } = input.layout
  const isNumbered = [...fileName.matchAll(placeholder)].some(([, field]) => field === 'serial')
  const numbered = isNumbered ? fileName : fileName.replace(/(?=\.[^.{}]*$)|$/, '-{serial}')
  return fill(numbered, commonValues(input))
    .replace(/[^A-Za-z0-9._-]/g, '')
    .replace(/^[.-]+/, '')
}

/** Text banks read as ASCII lines; in a workbook every cell is text, whatever it starts with. */
export async function payoutFile(input: FileInput): Promise<{ name: string; type: string; bytes: Buffer }> {
  const rows = fileRows(input)
  const name = nameOfFile(input)
  if (input.layout.format === 'text') {
    const text = rows.map((cells) => `${cells.join(input.layout.delimiter)}\r\n`).join('')
    return { name, type: 'text/plain; charset=us-ascii', bytes: Buffer.from(text, 'ascii') }
  }
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const data = rows.map((cells) => cells.map((value) => ({ value, type: String })))
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name, type, bytes: await writeWorkbook([{ sheet: 'Payments', data }]).toBuffer() }
}

function commonValues({ layout, batchName, debitAccount, debitIfsc, serial, day, payments }: FileInput): Values {
  const total = payments.reduce((sum, { paise }) => sum + paise, 0n)
  return {
    ...noPayment,
    date: day,
    batch: batchName,
    debitAccount,
    debitIfsc,
    corporateCode: layout.corporateCode,
    serial: String(serial),
    count: String(payments.length),
    total: decimalRupees(total),
  }
}

function valuesOf({ layout: { modes }, debitIfsc }: FileInput, payment: Payment) {
  const isInternal = modes.internal !== '' && payment.ifsc.slice(0, 4) === debitIfsc.slice(0, 4)
  const other = payment.paise >= payoutRules.rtgsFrom ? modes.rtgs : modes.neft
  return {
    mode: isInternal ? modes.internal : other,
    account: payment.accountNumber,
    ifsc: payment.ifsc,
    name: latinName(payment.payeeName),
    amount: decimalRupees(payment.paise),
    reference: payment.name,
    saudaId: payment.saudaId,
    payeeCode: isInternal ? payment.saudaId : '',
  }
}

const lineOf = (layout: PayoutLayout, cells: readonly string[], values: Values): string[] =>
  cells.map((cell) => safeCell(fill(cell, values), layout.delimiter))

const fill = (cell: string, values: Values): string =>
  cell.replace(placeholder, (_, name: LayoutField, form?: string) => formatted(name, values[name], form))

function formatted(name: LayoutField, value: string, form: string | undefined): string {
  if (form === undefined || neverCut.includes(name)) return value
  if (name === 'date') {
    const [year = '', month = '', date = ''] = value.split('-')
    return form.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', date)
  }
  return name === 'serial' ? value.padStart(Number(form), '0') : value.slice(0, Number(form)).trimEnd()
}

/** No cell can end early, continue in the next, or be read as a formula by a spreadsheet. */
const safeCell = (text: string, delimiter: string): string =>
  text
    .replace(/[^ -~]/g, ' ')
    .replaceAll(delimiter, ' ')
    .replace(/["']/g, ' ')
    .trim()
    .replace(/^[=+@-]+/, '')
    .trim()
