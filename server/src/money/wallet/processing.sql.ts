import type { RequestType } from '@sauda/contract/money/wallet'
import type { Sql } from '../../platform/db.ts'

type ProcessingRow = {
  readonly type: RequestType
  readonly requests: bigint
  /** From the request to its approval. */
  readonly seconds: number
  readonly seconds_of_second: number | null
  readonly with_second: bigint
}

/** Medians of the requests approved in the last `days`. Settlements of unused funds have no client who waits. */
export const selectProcessing = (sql: Sql, days: number) =>
  sql.rows<ProcessingRow>(
    `select type, count(*) as requests, count(first_approval_at) as with_second,
        extract(epoch from percentile_cont(0.5) within group (order by decided_at - created_at))::float8 as seconds,
        extract(epoch from percentile_cont(0.5) within group (order by decided_at - first_approval_at))::float8
          as seconds_of_second
      from wallet_request
      where status = 'approved' and decided_at > now() - make_interval(days => $1) and settlement is null
      group by type`,
    [days],
  )
