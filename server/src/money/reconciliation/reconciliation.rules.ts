import { dateText, dayInIndia } from '../../platform/india.ts'
import type { LineRow } from './reconciliation.sql.ts'

type Rule = {
  /** In `bank_link.how` and in the queries that match; of several, the lowest says the most. */
  readonly how: number
  /** In the audit log. */
  readonly audited: string
  /** To the operator; `known`: what the client gave, such as `UTR`. */
  readonly sentence: (row: Pick<LineRow, 'payment_name' | 'asked_at'>, known: string) => string
}

/** By what a bank line matches a payment, the surest first. */
export const matchRules = {
  bankReference: { how: 1, audited: 'bank reference', sentence: (_, known) => `${known} and amount match.` },
  ownReference: {
    how: 2,
    audited: 'our reference',
    sentence: () => 'Our reference in the narration and the amount match.',
  },
  narration: {
    how: 3,
    audited: 'number in the text',
    sentence: (_, known) => `Amount and ${known} in the narration match, but the bank’s own reference differs.`,
  },
  amountAndDate: {
    how: 4,
    audited: 'amount and date',
    sentence: ({ asked_at: at }) =>
      `Same amount, requested on ${at && dateText(dayInIndia(at))}. No reference confirms it.`,
  },
  operator: {
    how: 5,
    audited: 'operator',
    sentence: ({ payment_name: name }) =>
      name === null ? 'Booked by an operator.' : `Matched with ${name} by an operator.`,
  },
} as const satisfies Record<string, Rule>

const byNumber: ReadonlyMap<number | null, Rule> = new Map(Object.values(matchRules).map((rule) => [rule.how, rule]))

/** Undefined for a line that no rule matches. */
export const matchRule = (how: number | null): Rule | undefined => byNumber.get(how)
