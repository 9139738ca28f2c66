import { latinName, placeholder, type LayoutField, type PayoutLayout } from '@sauda/contract/money/payout-layout'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees } from '@sauda/contract/platform/money'
import { cannotDownload, payoutErrors, payoutRules, payoutCalls } from '@sauda/contract/money/payout'
import type { AppContext } from '../../app/app-context.ts'
import { requirePayouts } from '../../core/approval/payout-stop.ts'
import {
  type Decider,
  changeOrPropose,
  type Ender,
  type ProposalHandler,
  waiting,
} from '../../core/approval/proposal.ts'
import { blockOf } from '../../core/queue/payment-block.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { type FileAnswer, wholeFile, type RequestInput } from '../../platform/mount.ts'
import { sha256 } from '../../platform/secret.ts'
import {
  lockBank,
  lockBatch,
  type PayoutRow,
  payoutsOf,
  serialOfFile,
  setDownloaded,
  everyLayout,
  saveLayout,
} from './payout.sql.ts'
import { requireReleased } from './payout.plan.ts'
import { record } from './payout.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '@sauda/contract/platform/call'
import { sampleOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'

// Writes a batch in the columns of its layout (`contract/src/money/payout-layout.ts`), as text or workbook.

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
async function requireUnblocked({ blocks }: AppContext, tx: Tx, open: readonly PayoutRow[]): Promise<void> {
  const found = await blocks(
    tx,
    open.map(({ clientId }) => clientId),
  )
  for (const { clientId, transactionId } of open) {
    const block = blockOf(found.get(clientId) ?? [])
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

type Change = { readonly bankId: string; readonly layout: PayoutLayout }

export const listLayouts = everyLayout

/** From the second administrator on, one of them must approve it. */
export const changeLayout = (
  context: AppContext,
  { params: { bankId }, body: layout, operator, ip }: RequestInput<typeof payoutCalls.saveLayout>,
): Promise<Reply<typeof payoutCalls.saveLayout>> =>
  context.db.transaction(async (tx) => {
    const before = await requireRow(lockBank(tx, bankId))
    if (isDeepStrictEqual(before.layout, layout)) return before
    const payload: Change = { bankId, layout }
    const summary = `Pay from ${before.bankName} by files in the layout ${layout.name}: each payment is ${layout.row.join(' ')}`
    const change = { kind: 'payout-layout.change' as const, payload, summary: summary.slice(0, 1000), operator, ip }
    const result = await changeOrPropose(context, tx, change, () => save(context, tx, { operator, ip }, payload))
    return 'done' in result ? result.done : { ...before, ...waiting(result.proposal) }
  })

export const layoutProposal = (context: AppContext): ProposalHandler<'payout-layout.change'> => ({
  carryOut(tx, { bankId, layout }, by) {
    return save(context, tx, by, { bankId, layout: payoutCalls.saveLayout.body.parse(layout) })
  },
  async describe(tx, { bankId, layout }) {
    const { layout: before, accountNumber = '', ifsc = '' } = await requireRow(lockBank(tx, bankId))
    const lines = sampleLines(payoutCalls.saveLayout.body.parse(layout), { accountNumber, ifsc })
    return {
      before: { layout: before },
      evidence: [
        {
          type: 'table',
          id: bankId,
          title: 'A file of two example payments in this layout',
          columns: ['Every line that the bank would receive'],
          ...sampleOf(lines.map((text) => [{ text }])),
        },
      ],
    }
  },
})

const examples = ['WDR100001', 'WDR100002'].map((name, n) => ({
  name,
  saudaId: `SD10000${n + 1}`,
  paise: 1_234_56n + BigInt(n) * 30_000_000n,
  payeeName: 'Example Payee',
  accountNumber: `1234567890${n}`,
  ifsc: 'SBIN0000001',
}))

function sampleLines(layout: PayoutLayout, from: { readonly accountNumber: string; readonly ifsc: string }): string[] {
  const file = { layout, batchName: 'PAY100001', debitAccount: from.accountNumber, debitIfsc: from.ifsc }
  const day = dayInIndia(new Date())
  return fileRows({ ...file, serial: 1, day, payments: examples }).map((cells) => cells.join(layout.delimiter))
}

/** Batches made before keep their layout. */
async function save(context: AppContext, tx: Tx, by: Ender, { bankId, layout }: Change) {
  const { layout: before } = await requireRow(lockBank(tx, bankId))
  await saveLayout(tx, bankId, layout)
  const recorded = { action: 'payout.layout', subjectId: bankId, ...(before && { before }), after: layout }
  await recordByOperator(context, tx, by, { ...recorded, topic: 'payout' })
  return requireRow(lockBank(tx, bankId))
}
