import { lineBookingCalls, type LineBookingKind, linkLabels } from '@sauda/contract/banking/line-booking'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { formatRupees, rupeesOf, sum } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { Effect, Evidence } from '@sauda/contract/core/proposal-review'
import { recipientOf } from '../../core/mail/mail.ts'
import { balanceEffects, type Described, factsOf } from '../../core/approval/review.ts'
import { figuresOf } from '../../core/ledger/ledger.ts'
import { entriesOfLink, linksOfLine } from '../../core/ledger/bank-link.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { payerAccountOf, payerOf, unreadablePayer } from '../../core/ledger/payer.ts'
import type { BankContext } from './reconciliation.context.ts'
import { releaseEvidence } from './reconciliation.clearing.ts'
import { type Plan, plans } from './reconciliation.plan.ts'
import { payerDoubtOfLine } from './reconciliation.ts'
import { findLine, findLines, idsOfPayment, type LineRow } from './reconciliation.sql.ts'

const evidenceRows = 20

/** A bank line as the bank wrote it. */
function lineEvidence(line: LineRow): Evidence {
  const payer = payerOf(line.text)
  const doubt = payerDoubtOfLine(line)
  const facts = factsOf({
    Amount: `${formatRupees(line.amount)} ${line.direction === 'credit' ? 'received' : 'paid'}`,
    Date: dateText(line.booked_on),
    ...(line.counts_on !== null && {
      'Counts for': `${dateText(line.counts_on)}, because the day of the entry is closed`,
    }),
    Text: { text: line.text || 'No text', to: addressOf('line', line.id) },
    Reference: line.reference ?? 'None',
    Payer: payer.state === 'named' ? payer.name : payer.state === 'none' ? 'None' : 'Not readable in the text',
    'Payer’s account': payerAccountOf(line.text) ?? 'Not named by the bank',
    ...(doubt !== undefined && {
      'Payer and client': {
        text:
          doubt === 'unreadable' ? `${unreadablePayer}.` : `The payer is not ${line.client_name}. Compare both names.`,
        warns: true,
      },
    }),
    'Bank account': line.account ?? 'Not recorded',
    Statement: line.file_name ?? 'Not recorded',
    ...(line.payment_name !== null && { 'Names the request': line.payment_name }),
  })
  return { type: 'facts', id: line.id, title: 'Bank line', facts }
}

const evidenceOf = async (sql: Sql, lineId: string): Promise<{ line: LineRow; evidence: Evidence[] }> => {
  const line = await requireRow(findLine(sql, lineId))
  return { line, evidence: [lineEvidence(line)] }
}

/** The bank lines that name or fit a payment, oldest first. */
export async function evidenceOfPayment(sql: Sql, paymentId: string): Promise<Evidence[]> {
  const rows = await findLines(sql, await idsOfPayment(sql, paymentId, evidenceRows))
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(lineEvidence)
}

const ofClient = async (sql: Sql, clientId: string, paise: bigint, owedAgain = 0n): Promise<Effect[]> => {
  const [{ name }, { dues }] = await Promise.all([recipientOf(sql, clientId), figuresOf(sql, clientId)])
  return balanceEffects({ client: { clientId, name }, paise, dues, owedAgain })
}

export async function describeCredit(
  tx: Tx,
  { lineId, clientId }: Payload<'receipt.credit'>,
): Promise<Described<'receipt.credit'>> {
  const { line, evidence } = await evidenceOf(tx, lineId)
  return { effects: await ofClient(tx, clientId, line.amount), evidence }
}

/** `lock`: as the booking itself locks the line. */
export async function describeBooking(
  { releasable }: Pick<BankContext, 'releasable'>,
  lock: (tx: Tx, lineId: string, kind: LineBookingKind) => Promise<LineRow>,
  tx: Tx,
  { lineId, ...body }: Payload<'receipt.book'>,
): Promise<Described<'receipt.book'>> {
  const line = await lock(tx, lineId, body.kind)
  const input = { lineId, ...lineBookingCalls.book.body.parse(body) }
  const plan = await plans[input.kind](tx, line, input)
  const released = plan.settlementIds && releaseEvidence(await releasable(tx, plan.settlementIds))
  const evidence = [lineEvidence(line), ...(plan.evidence ?? []), ...(released ? [released] : [])]
  return { effects: await effectsOf(tx, line, plan), evidence }
}

async function effectsOf(tx: Tx, line: LineRow, { clientId, links, approves = [] }: Plan): Promise<Effect[]> {
  const sign = line.direction === 'credit' ? 1n : -1n
  const effects: Effect[] = approves.map(({ name, client_name, paise }) => ({
    account: { text: `${name} of ${client_name}` },
    amount: rupeesOf(sign * paise),
  }))
  for (const { to, from, paise } of links.flatMap(({ postings = [] }) => postings))
    if (clientId !== undefined && (to === 'cash' || from === 'cash'))
      effects.push(...(await ofClient(tx, clientId, to === 'cash' ? paise : -paise)))
  return effects
}

export async function describeReversal(
  tx: Tx,
  { lineId }: Payload<'receipt.reverse'>,
): Promise<Described<'receipt.reverse'>> {
  const { evidence } = await evidenceOf(tx, lineId)
  const effects: Effect[] = []
  for (const link of (await linksOfLine(tx, lineId)).filter(({ unlinked_at }) => unlinked_at === null)) {
    const facts = factsOf({
      'Booked as': linkLabels[link.kind],
      Amount: formatRupees(link.amount),
      Reason: link.reason ?? 'None',
      'Requested by': link.requested_by_name ?? 'The system',
      'Booked by': link.linked_by_name ?? 'The system',
    })
    evidence.push({ type: 'facts', id: link.id, title: 'Booking to be reversed', facts })
    const { client_id: clientId } = link
    if (clientId === null) continue
    const entries = await entriesOfLink(tx, link.id)
    const reversed = (account: LedgerAccount) =>
      sum(entries.map(({ debit, credit, amount }) => (debit === account ? amount : credit === account ? -amount : 0n)))
    effects.push(...(await ofClient(tx, clientId, reversed('cash'), -reversed('client_dues'))))
  }
  return { effects, evidence }
}

export const describeClosing = async (
  tx: Tx,
  { lineId }: Payload<'receipt.close'>,
): Promise<Described<'receipt.close'>> => ({ evidence: (await evidenceOf(tx, lineId)).evidence })
