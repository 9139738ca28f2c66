import type { LedgerAccount, LedgerEvent } from '@sauda/contract/core/ledger'
import { sqlName, sqlRequestName } from '../../core/ledger/name.sql.ts'

/** SQL of the id of bookings that concern no client. */
const nobody = `'00000000-0000-0000-0000-000000000000'::uuid`

/** A table of causes; SQL of it names a row `r`. */
export type CauseTable = {
  /** The column that is the cause of the journals. */
  readonly key?: string
  readonly client?: string
  readonly name: string
  /** Rows that are no cause are left out. */
  readonly where?: string
  /** Columns with the time of a change, after the condition of their index. */
  readonly changed?: readonly string[]
}

const clientName = `(select ${sqlName('client', 'c.number')} from public.client c where c.id = r.client_id)`

/** The check of what is new finds the rows with new ids, those changed since, and those that a new journal names. */
export const causeTables = {
  wallet_request: {
    name: sqlRequestName('r'),
    changed: ["status = 'approved' and decided_at", "status = 'rejected' and decided_at"],
  },
  charge: { name: sqlName('charge', 'r.number'), changed: ["status = 'APPROVED' and decided_at"] },
  adjustment: { name: `'Adjustment ' || r.id`, changed: ["status = 'approved' and decided_at"] },
  loan: { name: `'Loan ' || r.id`, changed: ['accepted_at'] },
  loan_repayment: {
    client: '(select l.client_id from public.loan l where l.id = r.loan_id)',
    name: `'Repayment ' || r.id`,
  },
  closure_cashback: { name: `'Cashback ' || r.id` },
  imported_client: { key: 'client_id', name: clientName },
  trade: { name: sqlName('trade', 'r.number'), where: 'r.contract_id is null' },
  contract: { name: `${clientName} || ' on the trade day ' || r.day`, changed: ['reversed_at'] },
  levy_adjustment: { name: `'Levy adjustment ' || r.id` },
  levy_difference: { client: nobody, name: `'Difference ' || r.id` },
  settlement_release: { name: `'Release ' || r.id` },
  dp_charge: { name: `'DP charge ' || r.id`, changed: ['reversed_at'] },
  securities_opening: { client: nobody, name: `'Positions at cost ' || r.id` },
  bank_opening: {
    client: nobody,
    name: '(select b.name from public.broker_bank b where b.id = r.broker_bank_id)',
    changed: ['reversed_at'],
  },
  bank_link: {
    client: `coalesce(r.client_id, ${nobody})`,
    name: `'Bank line ' || (select coalesce(l.reference, l.text) from public.bank_line l where l.id = r.line_id)`,
    changed: ['linked_at', 'unlinked_at'],
  },
} as const satisfies Record<string, CauseTable>

/** In which table the cause of a journal is, and what is booked for it. Events of one cause are compared together. */
export type Cause = {
  readonly table: keyof typeof causeTables
  /** The rows for which it is booked; all by default. */
  readonly when?: string
  /** In paise, credits less debits. */
  readonly moves: Partial<Record<LedgerAccount, string>>
  /** The bank account. */
  readonly bank?: string
  /** Whether something is booked, 1 or 0; always by default. */
  readonly isBooked?: string
}

type Booked = {
  readonly cause: Cause
  /** Another table that may have the cause of the same events. */
  readonly or?: Cause
  /** Accounts for the other side of the amount; with any other account the journal differs from its cause. */
  readonly against: readonly LedgerAccount[]
  /** Accounts of which only the sum is compared. */
  readonly joint?: readonly LedgerAccount[]
}

/** New money pays dues first. */
const cash = ['cash', 'client_dues'] as const
/** What pays for trades. */
const money = [...cash, 'unsettled', 'loan'] as const

const request = (type: string, statuses: string, moves: Cause['moves']): Cause => ({
  table: 'wallet_request',
  when: `r.type = '${type}' and r.status in (${statuses})`,
  moves,
})

const adjustment: Cause = {
  table: 'adjustment',
  when: "r.status = 'approved'",
  moves: {
    adjustment: "case r.kind when 'credit' then -r.amount when 'debit' then r.amount else 0 end",
    cashback: "case r.kind when 'cashback' then r.amount else 0 end",
    cashback_expense: "case r.kind when 'cashback' then -r.amount else 0 end",
  },
}

const isConfirmed = "r.id in (select cause_id from journal where event = 'trade.confirmed')"

/** `sign`: 1 if what is invested grows. */
const trade = (when: string, sign: 1 | -1): Cause => ({
  table: 'trade',
  // A contract books the others.
  when: `r.action_id is null and (r.contract_id is null or ${isConfirmed}) and ${when}`,
  moves: {
    invested: `${sign} * r.cost`,
    clearing: `${sign} * (r.amount - r.cost)`,
    securities: `${-sign} * r.cost`,
  },
})
const sideOf = "case r.action when 'BUY' then -1 else 1 end"
const isSale = "r.action = 'SELL'"
const isReversed = 'r.reversal_id is not null'

const contractMoves = {
  clearing_corporation: 'r.bought - r.sold',
  brokerage: 'r.brokerage',
  exchange_charges: 'r.exchange_charges',
  sebi_fee: 'r.sebi_fee',
  stt: 'r.stt',
  stamp_duty: 'r.stamp_duty',
  gst: 'r.gst',
} as const
const ofContract = Object.fromEntries(
  Object.entries(contractMoves).map(([account, paise]) => [
    account,
    `case when r.reversed_at is null then ${paise} else 0 end`,
  ]),
)
/** What its levy adjustments booked under their own ids. */
const adjusted = (levy: 'stt' | 'stamp') =>
  `coalesce((select sum(a.amount) from public.levy_adjustment a where a.contract_id = r.id and a.levy = '${levy}'), 0)`
const levyMoves = {
  stt: "case r.levy when 'stt' then r.amount else 0 end",
  stamp_duty: "case r.levy when 'stamp' then r.amount else 0 end",
} as const

const contract: Booked = {
  cause: {
    table: 'contract',
    moves: {
      ...ofContract,
      stt: `${ofContract['stt']} - ${adjusted('stt')}`,
      stamp_duty: `${ofContract['stamp_duty']} - ${adjusted('stamp')}`,
    },
  },
  // Before there were these rows, the contract was the cause of its adjustments.
  or: { table: 'levy_adjustment', moves: levyMoves },
  against: money,
  joint: ['invested', 'securities'],
}

const hasJournal = 'r.id in (select cause_id from journal)'
/** What a line links, and the contra entries once it is unlinked. A payment is mostly booked by its own approval. */
const link: Cause = {
  table: 'bank_link',
  // The rows of its line are here too.
  when: 'r.id in (select id from cause)',
  moves: {
    bank: `case when r.unlinked_at is not null or r.kind = 'payment' and not ${hasJournal} then 0
                else (select case l.direction when 'credit' then -r.amount else r.amount end from public.bank_line l where l.id = r.line_id) end`,
  },
  isBooked: `(${hasJournal})::int`,
}
const linked = (...against: readonly LedgerAccount[]): Booked => ({ cause: link, against })
const levies = ['stt', 'stamp_duty', 'exchange_charges', 'sebi_fee'] as const
const ofLines = [
  ...levies,
  'adjustment',
  'unidentified',
  'transit',
  'bank_interest',
  'bank_charges',
  'fees',
  'gst',
  'clearing_corporation',
] as const

/** Every ledger event has its cause here, from which its check is generated. */
export const bookedBy: Record<LedgerEvent, Booked> = {
  'deposit.approved': {
    cause: request('added', "'approved'", { bank: '-coalesce(r.credited, r.amount)' }),
    against: cash,
  },
  'withdrawal.requested': {
    cause: request('withdrawal', "'pending', 'approved', 'rejected'", { withheld: 'r.amount' }),
    against: cash,
  },
  'withdrawal.paid': { cause: request('withdrawal', "'approved'", { withheld: '-r.amount' }), against: ['bank'] },
  'withdrawal.refused': { cause: request('withdrawal', "'rejected'", { withheld: '-r.amount' }), against: cash },
  'loan.accepted': {
    cause: {
      table: 'loan',
      when: 'r.accepted_at is not null',
      moves: { loans_receivable: "-(r.terms ->> 'amountPaise')::bigint" },
    },
    against: ['loan'],
  },
  'loan.repaid': {
    cause: {
      table: 'loan_repayment',
      moves: { fees: 'r.interest + r.fee - r.gst', gst: 'r.gst', loans_receivable: 'r.principal', loan: '-r.returned' },
    },
    against: cash,
  },
  'trade.bought': { cause: trade("r.action = 'BUY' and r.import_id is null", 1), against: money },
  'opening.position': { cause: trade("r.action = 'BUY' and r.import_id is not null", 1), against: ['opening'] },
  'trade.sold': { cause: trade("r.action = 'SELL'", -1), against: money },
  'trade.reversed': {
    cause: reversedTrade(`${isReversed} and r.contract_id is null`),
    against: [...money, 'opening'],
  },
  'trade.confirmed': { cause: reversedTrade(`r.contract_id is not null`), against: money },
  'charge.approved': {
    cause: { table: 'charge', when: "r.status = 'APPROVED'", moves: { fees: 'r.amount', gst: 'r.gst' } },
    against: ['bank'],
  },
  'adjustment.approved': { cause: adjustment, against: cash },
  'cashback.ended': { cause: cashback('not r.is_restored', '-r.amount'), against: ['cashback_expense'] },
  'cashback.restored': { cause: cashback('r.is_restored', 'r.amount'), against: ['cashback_expense'] },
  'opening.balance': {
    cause: { table: 'imported_client', when: 'r.balance > 0', moves: { opening: '-r.balance' } },
    against: cash,
  },
  'securities.opened': {
    cause: { table: 'securities_opening', moves: { securities: '-r.amount' } },
    against: ['opening', 'clearing'],
  },
  'opening.bank': { cause: bankOpening('r.amount > 0', '-r.amount'), against: ['opening'] },
  'opening.bank.reversed': {
    cause: bankOpening('r.amount > 0 and r.reversed_at is not null', 'r.amount'),
    against: ['opening'],
  },
  'contract.booked': contract,
  'contract.adjusted.stt': contract,
  'contract.adjusted.stamp': contract,
  'contract.adjusted.stt.again': contract,
  'contract.adjusted.stamp.again': contract,
  'contract.reversed': contract,
  'levy.difference': { cause: { table: 'levy_difference', moves: levyMoves }, against: ['levy_difference'] },
  'settlement.released': {
    cause: { table: 'settlement_release', moves: { unsettled: '-r.amount' } },
    against: cash,
  },
  'fraction.paid': { cause: ofAction(1, `${isSale} and r.amount > 0`), against: [] },
  'fraction.reversed': { cause: ofAction(-1, `${isSale} and r.amount > 0 and ${isReversed}`), against: [] },
  'rights.allotted': { cause: ofAction(1, `not ${isSale}`), against: ['opening'] },
  'rights.lapsed': { cause: ofAction(1, 'r.amount = 0'), against: [] },
  'rights.reversed': { cause: ofAction(-1, `(not ${isSale} or r.amount = 0) and ${isReversed}`), against: ['opening'] },
  'dp.charged': { cause: { table: 'dp_charge', moves: { fees: 'r.amount', gst: 'r.gst' } }, against: money },
  'dp.reversed': {
    cause: { table: 'dp_charge', when: 'r.reversed_at is not null', moves: { fees: '-r.amount', gst: '-r.gst' } },
    against: money,
  },
  'bank.charge': linked('bank_charges'),
  'bank.interest': linked('bank_interest'),
  'bank.transfer': linked('transit'),
  'bank.moved': linked('transit'),
  'bank.moved.reversed': linked('transit'),
  'receipt.held': linked('unidentified'),
  'receipt.returned': linked('unidentified'),
  'line.credited': linked(...cash, 'adjustment'),
  'line.debited': linked(...cash, 'adjustment'),
  'line.reversed': linked(...cash, ...ofLines),
  'charge.returned': linked('fees', 'gst'),
  'clearing.paid': linked('clearing_corporation'),
  'clearing.received': linked('clearing_corporation'),
  'levy.paid': linked(...levies),
}

function reversedTrade(when: string): Cause {
  return {
    ...trade(when, 1),
    moves: {
      invested: `(${sideOf}) * r.cost`,
      clearing: `(${sideOf}) * (r.amount - r.cost)`,
      securities: `-(${sideOf}) * r.cost`,
    },
  }
}

/** A purchase or sale of an action itself moves its cost only. */
function ofAction(sign: 1 | -1, also: string): Cause {
  return {
    table: 'trade',
    when: `r.action_id is not null and ${also}`,
    moves: { invested: `${-sign} * (${sideOf}) * r.cost`, securities: `${sign} * (${sideOf}) * r.cost` },
    isBooked: '(r.cost > 0)::int',
  }
}

function cashback(when: string, paise: string): Cause {
  return { table: 'closure_cashback', when, moves: { cashback: paise } }
}

function bankOpening(when: string, paise: string): Cause {
  return { table: 'bank_opening', when, moves: { bank: paise }, bank: 'r.broker_bank_id' }
}
