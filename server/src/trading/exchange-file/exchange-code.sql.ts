import type { ExchangeCode } from '@sauda/contract/trading/exchange-file'
import type { Exchange } from '@sauda/contract/trading/market'
import type { Sql, Tx } from '../../platform/db.ts'

export const readCodes = (sql: Sql) =>
  sql.rows<ExchangeCode>(
    'select exchange, column_name as "column", code, meaning from exchange_code order by 1 desc, 2, 3',
  )

/** Meanings of the codes of a column that administrators have added. */
export const meaningsOf = async (
  sql: Sql,
  exchange: Exchange,
  column: ExchangeCode['column'],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await readCodes(sql))
      .filter((row) => row.exchange === exchange && row.column === column)
      .map(({ code, meaning }) => [code, meaning]),
  )

/** An empty meaning removes the code. Returns 0 if nothing changes. */
export const saveCode = (tx: Tx, { exchange, column, code, meaning }: ExchangeCode) =>
  meaning === ''
    ? tx.run('delete from exchange_code where exchange = $1 and column_name = $2 and code = $3', [
        exchange,
        column,
        code,
      ])
    : tx.run(
        `insert into exchange_code (exchange, column_name, code, meaning) values ($1, $2, $3, $4)
         on conflict (exchange, column_name, code) do update set meaning = excluded.meaning
          where exchange_code.meaning <> excluded.meaning`,
        [exchange, column, code, meaning],
      )
