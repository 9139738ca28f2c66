import { requireRow, type Sql, type Tx } from '../../platform/db.ts'

/** In SQL: what a client can sell; not what a company takes, such as tendered shares, or pays in cash. */
export const sellable = (client: string) => `lot where client_id = ${client} and open_quantity > 0 and not is_fraction`

export type SaleRow = {
  id: string
  client_id: string
  holdings: { stockName: string; quantity: number }[]
  created_at: Date
  outcome: 'closed' | null
  reason: string | null
}

const columns = 'id, client_id, holdings, created_at, outcome, reason'

/** The newest request, while it is open and something is left to sell, or once the desk has closed it. */
export const findSale = (sql: Sql, clientId: string) =>
  sql.row<SaleRow>(
    `select * from (select ${columns}, ended_at from sale_request where client_id = $1 order by created_at desc, id desc limit 1) s
      where s.outcome = 'closed' or (s.ended_at is null and exists (select from ${sellable('s.client_id')}))`,
    [clientId],
  )

export const lockSale = (tx: Tx, id: string) =>
  tx.row<SaleRow & { ended_at: Date | null }>(
    `select ${columns}, ended_at from sale_request where id = $1 for no key update`,
    [id],
  )

/** The one that has not ended, even if nothing is left to sell. */
export const findUnended = (sql: Sql, clientId: string) =>
  sql.row<{ id: string }>('select id from sale_request where client_id = $1 and ended_at is null', [clientId])

export const selectSellable = async (sql: Sql, clientId: string) =>
  sql.rows<{ stockName: string; quantity: number }>(
    `select stock as "stockName", sum(open_quantity)::float8 as quantity from ${sellable('$1')}
      group by stock order by sum(open_cost) desc, stock`,
    [clientId],
  )

type NewSale = {
  readonly id: string
  readonly clientId: string
  readonly holdings: SaleRow['holdings']
  readonly shown: string
  readonly sessionId: string
  readonly ip: string
}

export const insertSale = (tx: Tx, s: NewSale) =>
  requireRow(
    tx.row<{ created_at: Date }>(
      `insert into sale_request (id, client_id, holdings, shown, session_id, ip) values ($1, $2, $3, $4, $5, $6)
       returning created_at`,
      [s.id, s.clientId, JSON.stringify(s.holdings), s.shown, s.sessionId, s.ip],
    ),
  )

type End = {
  readonly id: string
  readonly outcome: 'cancelled' | 'closed' | 'done'
  readonly reason?: string
  readonly operatorId?: string
}

export const endSale = (tx: Tx, { id, outcome, reason, operatorId }: End) =>
  tx.run(
    `update sale_request set ended_at = statement_timestamp(), outcome = $2, reason = $3, ended_by = $4
      where id = $1 and ended_at is null`,
    [id, outcome, reason ?? null, operatorId ?? null],
  )

/** Requests whose clients have nothing left to sell. */
export const selectSold = (sql: Sql) =>
  sql.rows<{ id: string; client_id: string }>(
    `select id, client_id from sale_request s
      where ended_at is null and not exists (select from ${sellable('s.client_id')}) order by created_at`,
    [],
  )

/** Those with something left to sell; the list at the desk filters by the same (`client.sql.ts`). */
export const countSales = (sql: Sql) =>
  requireRow(
    sql.row<{ open: number; oldest: Date | null }>(
      `select count(*)::int as open, min(created_at) as oldest from sale_request s
        where ended_at is null and exists (select from ${sellable('s.client_id')})`,
      [],
    ),
  )
