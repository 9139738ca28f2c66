import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { Effect, Evidence } from '@sauda/contract/core/proposal-review'
import { recipientOf } from '../../core/mail/mail.ts'
import { balanceEffects, factsOf } from '../../core/approval/review.ts'
import { figuresOf } from '../../core/ledger/ledger.ts'
import type { Sql } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { payerAccountOf, payerOf, unreadablePayer } from '../../core/ledger/payer.ts'
import type { BankContext } from './reconciliation.context.ts'
import { releaseEvidence } from './reconciliation.clearing.ts'
import type { LineEffect } from './reconciliation.plan.ts'
import { payerDoubtOfLine } from './reconciliation.ts'
import { findLines, idsOfPayment, type LineRow } from './reconciliation.sql.ts'

const evidenceRows = 20

/** A bank line as the bank wrote it. */
export function lineEvidence(line: LineRow): Evidence {
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

/** The bank lines that name or fit a payment, oldest first. */
export async function evidenceOfPayment(sql: Sql, paymentId: string): Promise<Evidence[]> {
  const rows = await findLines(sql, await idsOfPayment(sql, paymentId, evidenceRows))
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(lineEvidence)
}

/** `owedAgain`: dues that were paid and that the client owes again. */
export const clientEffects = async (sql: Sql, clientId: string, paise: bigint, owedAgain = 0n): Promise<Effect[]> => {
  const [{ name }, { dues }] = await Promise.all([recipientOf(sql, clientId), figuresOf(sql, clientId)])
  return balanceEffects({ client: { clientId, name }, paise, dues, owedAgain })
}

/** What the second operator sees of a booking. */
export async function bookingReview(
  { releasable }: Pick<BankContext, 'releasable'>,
  sql: Sql,
  line: LineRow,
  effect: LineEffect,
) {
  const { settlementIds, evidence = [] } = effect
  const released = settlementIds && releaseEvidence(await releasable(sql, settlementIds))
  return {
    effects: await effectsOf(sql, line, effect),
    evidence: [lineEvidence(line), ...evidence, ...(released ? [released] : [])],
  }
}

async function effectsOf(sql: Sql, line: LineRow, { clientId, links, approves = [] }: LineEffect): Promise<Effect[]> {
  const sign = line.direction === 'credit' ? 1n : -1n
  const effects: Effect[] = approves.map(({ name, client_name, paise }) => ({
    account: { text: `${name} of ${client_name}` },
    amount: rupeesOf(sign * paise),
  }))
  for (const { to, from, paise } of links.flatMap(({ postings = [] }) => postings))
    if (clientId !== undefined && (to === 'cash' || from === 'cash'))
      effects.push(...(await clientEffects(sql, clientId, to === 'cash' ? paise : -paise)))
  return effects
}
