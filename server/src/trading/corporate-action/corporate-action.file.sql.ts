import type { Sql } from '../../platform/db.ts'

/** The instruments that rows of a file are about, by symbol or another name, with the ISIN that a list of securities names from the ex-date on. */
export const knownShares = (
  sql: Sql,
  rows: readonly { readonly line: number; readonly symbol: string; readonly exDate: string }[],
) =>
  sql.rows<{ line: number; stock: string; clients: number; newIsin: string | null }>(
    `select r.line, i.symbol as stock,
            (select count(distinct client_id)::int from lot where stock = i.symbol and open_quantity > 0) as clients,
            (select s.successor from isin_successor s where s.isin = isin_on(nullif(i.isin, ''), r."exDate" - 1)
                and s.from_day = r."exDate" and s.accepted is distinct from false) as "newIsin"
       from jsonb_to_recordset($1::jsonb) as r (line int, symbol text, "exDate" date)
       join instrument_name n on n.key = instrument_key(r.symbol) join instrument i on i.id = n.instrument_id and i.kind = 'share'`,
    [JSON.stringify(rows)],
  )
