import type { Exchange } from '@sauda/contract/trading/market'
import { sqlName } from '../src/core/ledger/name.sql.ts'
import { lock } from '../src/platform/advisory-lock.sql.ts'
import { type Sql, type Tx, selectIds, selectValue } from '../src/platform/db.ts'

export const hasClients = async (sql: Sql): Promise<boolean> =>
  (await sql.row('select from client limit 1')) !== undefined

/** Processes started together seed one after the other. */
export const lockSeed = (tx: Tx) => lock(tx, 'demoSeed')

export const hasClient = (sql: Sql, email: string) => sql.row('select from client where email = $1', [email])

export const registeredAt = (tx: Tx, clientId: string, at: Date) =>
  tx.run('update client set created_at = $2 where id = $1', [clientId, at])

export const operatorSince = (tx: Tx, operatorId: string, at: Date) =>
  tx.run('update operator set created_at = $2, role_since = $2 where id = $1', [operatorId, at])

/** Operators were last seen when they last did something. */
export const seenWhenActing = (tx: Tx) =>
  tx.run('update operator o set last_login_at = (select max(a.at) from audit a where a.actor_id = o.id::text)')

/** A price file of NSE that is not sample data. */
export const hasOtherPrices = async (sql: Sql, day: string, label: string): Promise<boolean> =>
  (await sql.row("select from price_file where exchange = 'NSE' and day = $1 and not starts_with(name, $2) limit 1", [
    day,
    label,
  ])) !== undefined

export const settleMails = (tx: Tx) =>
  tx.run("update mail set status = 'sent', sent_at = created_at, attempts = 1 where status = 'queued'")

export const findByEmail = (tx: Tx, email: string) =>
  tx.row<{ id: string; saudaId: string; ucc: string | null }>(
    `select id, ${sqlName('client', 'number')} as "saudaId", ucc from client where email = $1`,
    [email],
  )

/** The shares of the sample candles, where an installation does not know their ISIN yet. */
export const nameIsin = (tx: Tx, { symbol, isin }: { readonly symbol: string; readonly isin: string }) =>
  tx.run(
    `update instrument set isin = $2 where symbol = $1 and isin = '' and not exists (select from instrument where isin = $2)`,
    [symbol, isin],
  )

/** The newest day with a trade file. */
export const lastFileDay = (tx: Tx) =>
  selectValue<string | null>(tx, `select to_char(max(day), 'YYYY-MM-DD') from exchange_file where status <> 'rejected'`)

export type OpenLot = { ucc: string; isin: string; shares: number }
/** What is left of purchases that came from trade files. */
export const openLots = (tx: Tx, clientIds: readonly string[], isins: readonly string[]) =>
  tx.rows<OpenLot>(
    `select c.ucc, l.isin, sum(l.open_quantity)::int as shares
       from lot l join client c on c.id = l.client_id join trade t on t.id = l.trade_id
      where l.client_id = any ($1::uuid[]) and l.isin = any ($2) and l.open_quantity > 0 and t.contract_id is not null
      group by c.ucc, l.isin order by 1, 2`,
    [clientIds, isins],
  )

/** As a transaction of its own: what it changed is undone where it fails. */
export async function partOf<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.run('savepoint practice')
  try {
    const result = await work()
    await tx.run('release savepoint practice')
    return result
  } catch (error) {
    await tx.run('rollback to savepoint practice')
    throw error
  }
}

/** The mails of this transaction. */
export const settleNewMails = (tx: Tx) =>
  tx.run(
    "update mail set status = 'sent', sent_at = now(), attempts = 1 where status = 'queued' and created_at = now()",
  )

/** Settlements with practice trades that are over by the calendar and have no obligation file and no bank entry. */
export const practiceSettlements = (tx: Tx, today: string, member: string) =>
  tx.rows<{ day: string; settlesOn: string; clearsAt: Exchange }>(
    `select distinct s.exchange as "clearsAt", to_char(s.traded_on, 'YYYY-MM-DD') as day, to_char(s.settles_on, 'YYYY-MM-DD') as "settlesOn"
       from clearing_settlement s
      where s.exchange = clears_at('NSE', s.traded_on) and s.settles_on < $1
        and exists (select from exchange_file f where f.day = s.traded_on and f.exchange = 'NSE' and f.status = 'booked'
                       and position('_TM_' || $2 || '_' in f.name) > 0)
        and not exists (select from clearing_obligation o where o.settlement_id = s.id)
      order by 2`,
    [today, member],
  )

export type PracticeTrade = {
  day: string
  exchange: 'NSE'
  number: string
  order: string
  client: string
  isin: string
  symbol: string
  series: string
  isDelivered: boolean
  side: 'B' | 'S'
  quantity: string
  /** Paise. */
  price: string
  at: Date
}
export const practiceTrades = (tx: Tx, day: string) =>
  tx.rows<PracticeTrade>(
    `select to_char(day, 'YYYY-MM-DD') as day, exchange, trade_number as number, order_ref as order, client_code as client, isin, symbol, series,
            is_delivered as "isDelivered", side, quantity::text as quantity, trim_scale(price * 100)::text as price, traded_at as at
       from exchange_trade where exchange = 'NSE' and day = $1 order by exchange_trade.id`,
    [day],
  )

export const findBankAccount = (tx: Tx, number: string) =>
  selectValue<string | undefined>(tx, 'select id from broker_bank where account_number = $1', [number])

/** Entries of an account that nothing explains. */
export const linesToBook = (tx: Tx, bankAccountId: string) =>
  selectIds(
    tx,
    `select l.id from bank_line l where l.broker_bank_id = $1 and not exists (select from bank_link k where k.line_id = l.id) order by l.id`,
    [bankAccountId],
  )

/** These prevent a change of recorded times even by the owner of the tables. */
const triggers = { journal: 'journal_append_only', audit: 'audit_append_only', trade: 'trade_kept', lot: 'lot_kept' }

const moments = {
  client: ['frozen_at'],
  bank_details: ['set_at'],
  kyc_document: ['uploaded_at', 'decided_at'],
  setting_request: ['created_at', 'decided_at'],
  wallet_request: ['created_at', 'first_approval_at', 'decided_at'],
  charge: ['created_at', 'paid_at', 'decided_at'],
  adjustment: ['created_at', 'decided_at'],
  trade: ['created_at'],
  trade_reversal: ['created_at', 'decided_at'],
  journal: ['at'],
  audit: ['at'],
  mail: ['created_at'],
  notification: ['at'],
} satisfies Record<string, readonly string[]>

/**
 * Until `closePast`, times can be changed in this transaction, as the owner of the tables. Returns the role to
 * restore.
 */
export async function openPast(tx: Tx): Promise<string> {
  const role = await selectValue<string>(tx, "select current_setting('role')")
  await tx.run(asOwner(role, switched('disable')))
  return role
}

/** Moves everything written since the transaction began, or since the last call, to the time `at`. */
export function moveBack(tx: Tx, role: string, at: Date) {
  const by = `(now() - timestamptz '${at.toISOString()}')`
  return tx.run(
    asOwner(
      role,
      Object.entries(moments).map(([table, columns]) => {
        const moved = columns.map(
          (column) => `${column} = case when ${column} >= now() then ${column} - ${by} else ${column} end`,
        )
        const dayOf = (column: string) => `((${column} - ${by}) at time zone 'Asia/Kolkata')::date`
        if (table === 'journal')
          moved.push(`value_date = case when value_date is null then null else ${dayOf('at')} end`)
        if (table === 'trade') moved.push(`day = ${dayOf('created_at')}`)
        return `update ${table} set ${moved.join(', ')} where greatest(${columns.join(', ')}) >= now()`
      }),
    ),
  )
}

const lotsOfTheirDay =
  'update lot set acquired_on = t.traded_on from trade t where t.id = trade_id and acquired_on <> t.traded_on'

export const closePast = (tx: Tx, role: string) => tx.run(asOwner(role, [lotsOfTheirDay, ...switched('enable')]))

const switched = (how: 'disable' | 'enable') =>
  Object.entries(triggers).map(([table, trigger]) => `alter table ${table} ${how} trigger ${trigger}`)

const asOwner = (role: string, statements: readonly string[]): string =>
  ['set local role none', ...statements, `set local role ${role}`].join(';\n')
