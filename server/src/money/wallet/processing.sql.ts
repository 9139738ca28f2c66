import type { RequestType } from '@sauda/contract/money/wallet'
import type { Sql } from '../../platform/db.ts'

type ProcessingRow = {
  readonly type: RequestType
  readonly requests: bigint
  /** From the request to its approval. */
  readonly seconds: number
  readonly first_checks: bigint
  readonly seconds_of_first: number | null
  readonly second_checks: bigint
  readonly seconds_of_second: number | null
  readonly payouts: bigint
  readonly seconds_of_payout: number | null
}

const medianOf = (time: string, where: string): string =>
  `extract(epoch from percentile_cont(0.5) within group (order by ${time}) filter (where ${where}))::float8`

/** Medians of the requests approved in the last `days`. Settlements of unused funds have no client who waits. */
export const selectProcessing = (sql: Sql, days: number) =>
  sql.rows<ProcessingRow>(
    `select type, count(*) as requests, ${medianOf('decided_at - created_at', 'true')} as seconds,
        count(first_approval_at) as first_checks, ${medianOf('first_approval_at - created_at', 'true')} as seconds_of_first,
        count(first_approval_at) filter (where payout_batch_id is null) as second_checks,
        ${medianOf('decided_at - first_approval_at', 'payout_batch_id is null')} as seconds_of_second,
        count(payout_batch_id) as payouts,
        ${medianOf('decided_at - coalesce(first_approval_at, created_at)', 'payout_batch_id is not null')} as seconds_of_payout
      from wallet_request
      where status = 'approved' and decided_at > now() - make_interval(days => $1) and settlement is null
      group by type`,
    [days],
  )
