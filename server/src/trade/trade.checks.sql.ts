import type { Sql } from '../platform/db.ts'

type CheckRow = { what: string; client_id: string; shown: bigint; entries: bigint }

/** Clients whose invested amount differs from the cost of their open positions. */
export function wrongInvested(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select 'invested of SD' || c.number || ' against its open positions' as what, l.client_id,
            coalesce(p.cost, 0)::bigint as shown, l.invested as entries
       from client_ledger l
       join client c on c.id = l.client_id
       left join (select client_id, sum(open_cost) as cost from trade where open_quantity > 0 group by client_id) p
         on p.client_id = l.client_id
      where l.invested <> coalesce(p.cost, 0)
      order by c.number limit $1`,
    [limit],
  )
}

/** Clients whose realised P&L differs from their clearing entries. */
export function wrongRealised(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select 'realised P&L of ' || coalesce('SD' || c.number, 'client ' || coalesce(t.client_id, e.client_id)) as what,
            coalesce(t.client_id, e.client_id) as client_id, coalesce(t.profit, 0)::bigint as shown,
            coalesce(e.profit, 0)::bigint as entries
       from (select client_id, sum(amount - cost) as profit from trade
              where action = 'SELL' and reversal_id is null group by client_id) t
       full join (select client_id, sum(case when debit = 'clearing' then amount else -amount end) as profit
                    from entry where debit = 'clearing' or credit = 'clearing' group by client_id) e
         on e.client_id = t.client_id
       left join client c on c.id = coalesce(t.client_id, e.client_id)
      where coalesce(t.profit, 0) <> coalesce(e.profit, 0)
      order by c.number limit $1`,
    [limit],
  )
}

/** Positions whose open part differs from the buy less its sells. */
export function wrongPositions(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select 'TRD' || b.number || ', ' || d.part as what, b.client_id, d.shown::bigint, d.entries::bigint
       from trade b
       left join (select buy_id, sum(quantity) as quantity, sum(cost) as cost, sum(loan_part) as loan_part
                    from trade where action = 'SELL' and reversal_id is null group by buy_id) s on s.buy_id = b.id
       cross join lateral (values
         ('left of it ' || trim_scale(b.open_quantity) || ' and not ' || trim_scale(b.quantity - coalesce(s.quantity, 0)),
          0, 0, b.open_quantity <> b.quantity - coalesce(s.quantity, 0)),
         ('cost of what is left', b.open_cost, b.cost - coalesce(s.cost, 0), false),
         ('borrowed part of what is left', b.open_loan_part, b.loan_part - coalesce(s.loan_part, 0), false))
         d (part, shown, entries, differs)
      where b.action = 'BUY' and b.reversal_id is null and (d.differs or d.shown <> d.entries)
      limit $1`,
    [limit],
  )
}

/** Trades whose booking differs, and bookings without a trade. */
export function wrongTradeJournals(sql: Sql, limit: number) {
  return sql.rows<CheckRow>(
    `select coalesce('TRD' || r.number, 'No trade') || ', ' || coalesce(r.event, j.event) || ': ' || d.part as what,
            coalesce(r.client_id, j.client_id) as client_id, d.shown::bigint, d.entries::bigint
       from (select t.id, t.number, t.client_id, e.event, e.sign * t.cost as invested,
                    e.sign * (t.amount - t.cost) as clearing
               from trade t
               join (values ('BUY', false, 'trade.bought', 1), ('SELL', false, 'trade.sold', -1),
                            ('BUY', true, 'trade.reversed', -1), ('SELL', true, 'trade.reversed', 1))
                 e (action, undone, event, sign)
                 on e.action = t.action and (not e.undone or t.reversal_id is not null)) r
       full join (select n.event, n.cause_id, n.client_id,
                         coalesce(sum(case 'invested' when x.credit then x.amount when x.debit then -x.amount end), 0) as invested,
                         coalesce(sum(case 'clearing' when x.credit then x.amount when x.debit then -x.amount end), 0) as clearing
                    from journal n left join entry x on x.journal_id = n.id
                   where n.event in ('trade.bought', 'trade.sold', 'trade.reversed') group by n.id) j
         on j.event = r.event and j.cause_id = r.id and j.client_id = r.client_id
       cross join lateral (values ('invested', coalesce(r.invested, 0), coalesce(j.invested, 0)),
                                  ('profit and loss', coalesce(-r.clearing, 0), coalesce(-j.clearing, 0)),
                                  ('a booking', case when r.id is null then 0 else 1 end,
                                   case when j.cause_id is null then 0 else 1 end)) d (part, shown, entries)
      where d.shown <> d.entries
      limit $1`,
    [limit],
  )
}
