import type { Sql } from '../../src/platform/db.ts'
import { citusNodes } from '../global-setup.ts'
import { compare, type ClientModel, type MoneyModel, type MoneyReal } from './model.ts'

/** The state of one client in the database after a command. */
type ClientRow = {
  id: string
  cash: bigint
  invested: bigint
  loan: bigint
  cashback: bigint
  withheld: bigint
  sums: Record<string, string> | null
  /** Sum of the open withdrawals. */
  waiting: bigint
  /** Cost of the open positions, and what sales that count have realised. */
  positions: bigint
  realised: bigint
  faults: string | null
  /** The rows written so far. */
  trace: string
}

/** The pairs of audit row and journal: exactly one each. */
const audited = [
  ['deposit.approved', 'wallet.approve', 'requestId'],
  ['withdrawal.requested', 'wallet.withdraw', 'requestId'],
  ['withdrawal.paid', 'wallet.approve', 'requestId'],
  ['withdrawal.refused', 'wallet.reject', 'requestId'],
  ['adjustment.approved', 'ledger.approve', 'adjustmentId'],
  ['loan.accepted', 'loan.accept', 'loanId'],
  ['charge.approved', 'charge.approve', 'chargeId'],
  ['trade.bought', 'trade.buy', 'tradeId'],
  ['trade.sold', 'trade.sell', 'tradeId'],
  ['trade.reversed', 'trade.reverse', 'tradeId'],
]

/**
 * The rows of a client that a rejected command must not change. Every write stores its transaction's number in the row,
 * so the count and the newest number reveal a change. Mails are excluded, because they change when sent, and the audit
 * rows that count rejected calls, because they are written more than a minute later.
 */
const written = (from: string) => `(select count(*) || '/' || coalesce(max(x.xmin::text::bigint), 0) from ${from})`
const traces = [
  ...[
    'client_ledger',
    'journal',
    'entry',
    'wallet_request',
    'bank_details',
    'adjustment',
    'loan',
    'charge',
    'trade',
  ].map((table) => written(`${table} x where x.client_id = c.id`)),
  written('deposit_intent x where x.client_id = c.id and x.used_at is not null'),
  written('trade_reversal x join trade r on r.id = x.trade_id where r.client_id = c.id'),
  written('loan_repayment x join loan l on l.id = x.loan_id where l.client_id = c.id'),
  written('payment_reference x join wallet_request r on r.id = x.used_by where r.client_id = c.id'),
  written('payment_reference x join charge r on r.id = x.used_by where r.client_id = c.id'),
  written("audit x where x.subject_id = c.id::text and x.action <> 'request.refused'"),
  '(select count(*) from mail x where x.recipient = c.email)',
]

/**
 * A function, so that the database plans this once and not after each of thousands of commands; by the client's own
 * rows (hence `|| ''`), of which there are few, however many there are in all.
 */
const lookFunction = `
  create function look(ids uuid[], unaudited uuid[]) returns table (
    id uuid, cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint,
    sums jsonb, waiting bigint, positions bigint, realised bigint, faults text, trace text
  ) language plpgsql stable set enable_seqscan = off as $look$ begin return query
  select c.id, l.cash, l.invested, l.loan, l.cashback, l.withheld,
    (select jsonb_object_agg(s.account, s.sum) from (
       select m.account, sum(m.amount)::text as sum from (
         select e.credit as account, e.amount from entry e where e.client_id = c.id
         union all select e.debit, -e.amount from entry e where e.client_id = c.id) m group by m.account) s),
    (select coalesce(sum(r.amount), 0)::bigint from wallet_request r
      where r.client_id = c.id and r.type = 'withdrawal' and r.status || '' = 'pending'),
    (select coalesce(sum(t.open_cost), 0)::bigint from lot t where t.client_id = c.id),
    (select coalesce(sum(t.amount - t.cost), 0)::bigint from trade t
      where t.client_id = c.id and t.action = 'SELL' and t.reversal_id is null),
    (select string_agg(f.fault, '; ') from (
       select 'journal without entries' as fault from journal j
        where j.client_id = c.id and not exists (select from entry e where e.journal_id = j.id and e.client_id = c.id)
       union all
       select j.event || ' has ' || count(a.id) || ' audit rows'
         from journal j
         join (values ${audited.map((row) => `(${row.map((word) => `'${word}'`).join(', ')})`).join(', ')}) w (event, action, key)
           on w.event = j.event
         left join audit a
           on a.subject_id = c.id::text and a.action || '' = w.action and a.after ->> w.key = j.cause_id::text
        where j.client_id = c.id and j.cause_id <> all(unaudited)
        group by j.id, j.event having count(a.id) <> 1) f),
    concat_ws(' ', ${traces.join(', ')})
  from client c join client_ledger l on l.client_id = c.id where c.id = any(ids);
  end $look$`

/** On a cluster the books have no transaction numbers. A ledger shows each posting in its time, and the others only grow. */
const booksOfShards = `with ${[
  ['client_ledger', `case when isfinite(booked_at) then (extract(epoch from booked_at) * 1000000)::bigint::text end`],
  ['journal', `'0'`],
  ['entry', `'0'`],
]
  .map(
    ([table, xmin]) => `${table} as materialized (select *, ${xmin} as xmin from ${table} where client_id = any(ids))`,
  )
  .join(', ')}`

/** Once for a database, before the first world. */
export async function prepareWatch(sql: Sql): Promise<void> {
  await sql.run(citusNodes.length === 0 ? lookFunction : lookFunction.replace('return query', `$& ${booksOfShards}`))
  // The product has no index for queries of these checks.
  for (const table of ['journal', 'adjustment', 'deposit_intent']) await sql.run(`create index on ${table} (client_id)`)
  await sql.run('create index on trade_reversal (trade_id)')
  await sql.run('create index on mail (recipient)')
}

/** Called after each command with whether it was rejected; throws at the first violated invariant. */
function createWatch(sql: Sql, model: MoneyModel, causesWithoutAudit: readonly string[]) {
  const ids = model.clients.map(({ client }) => client.id)
  const before = new Map<string, string>()
  return async (mayChange: boolean): Promise<void> => {
    for (const row of await sql.rows<ClientRow>('select * from look($1, $2)', [ids, causesWithoutAudit])) {
      const client = model.clients.find((one) => one.client.id === row.id)
      if (client) compareOne(client, row)
      const earlier = before.get(row.id)
      if (!mayChange && earlier !== row.trace)
        throw new Error(`a refusal left something behind: ${earlier}, now ${row.trace}`)
      before.set(row.id, row.trace)
    }
  }
}

function compareOne(client: ClientModel, row: ClientRow): void {
  const { cash, invested, loan, cashback, withheld } = row
  const sums = new Map(Object.entries(row.sums ?? {}).map(([account, sum]) => [account, BigInt(sum)]))
  compare(client, { cash, invested, loan, cashback, withheld }, sums)
  const whole = [...sums.values()].reduce((total, sum) => total + sum, 0n)
  if (whole !== 0n) throw new Error(`all accounts together are ${whole}`)
  if ([cash, invested, loan, cashback, withheld].some((figure) => figure < 0n)) throw new Error('a figure is negative')
  if (withheld !== row.waiting) throw new Error(`withheld is ${withheld}, open withdrawals are ${row.waiting}`)
  if (invested !== row.positions) throw new Error(`invested is ${invested}, open positions cost ${row.positions}`)
  if (client.clearing !== row.realised) throw new Error(`realised is ${client.clearing}, the sales say ${row.realised}`)
  if (row.faults !== null) throw new Error(row.faults)
}

type Step = { toString(): string; run(model: MoneyModel, real: MoneyReal): Promise<void> }

/** Runs the commands in order and checks everything after each; a failure lists the steps so far. */
export async function runSteps(sql: Sql, steps: readonly Step[], model: MoneyModel, real: MoneyReal): Promise<void> {
  let [changed, called] = [false, false]
  const call: typeof real.server.call = async (...given) => {
    called = true
    const answer = await real.server.call(...given)
    if (answer.status === 200 && given[0] !== 'GET') changed = true
    return answer
  }
  // Moving rows into the past counts as a change, also around rejected commands.
  const db: typeof real.server.db = {
    ...real.server.db,
    run: (...given) => ((called = changed = true), real.server.db.run(...given)),
    transaction: (work) => ((called = changed = true), real.server.db.transaction(work)),
  }
  const watched = { ...real, checked: true, server: { ...real.server, call, db } }
  const causes = model.clients.flatMap(({ requests }) => requests.map(({ id }) => id))
  const watch = createWatch(sql, model, causes)
  await watch(true)
  for (const [index, step] of steps.entries()) {
    called = changed = false
    try {
      await step.run(model, watched)
      // A command with nothing to do made no call.
      if (called) await watch(changed)
    } catch (error) {
      const history = steps.slice(0, index + 1).map((one, n) => `${n + 1}. ${String(one)}`)
      throw new Error(`${(error as Error).message}, after\n${history.join('\n')}`, { cause: error })
    }
  }
}
