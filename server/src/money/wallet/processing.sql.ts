import type { RequestType } from '@sauda/contract/money/wallet'
import type { Sql } from '../../platform/db.ts'

/** `first` and `second`: the two checks of a large withdrawal; `payout`: from the last check to the payment in a batch. */
export type ProcessingOf = RequestType | 'first' | 'second' | 'payout'

/** Median seconds from request to approval in the last `days`, without settlements of unused funds, for which no client waits. */
export const selectProcessing = (sql: Sql, days: number) =>
  sql.rows<{ of: ProcessingOf; requests: number; seconds: number }>(
    `select s.of, count(*)::int as requests,
            extract(epoch from percentile_cont(0.5) within group (order by s.time))::float8 as seconds
       from wallet_request r
      cross join lateral (values (r.type, r.decided_at - r.created_at),
        ('first', case r.type when 'withdrawal' then r.first_approval_at - r.created_at end),
        ('second', case when r.type = 'withdrawal' and r.payout_batch_id is null then r.decided_at - r.first_approval_at end),
        ('payout', case when r.type = 'withdrawal' and r.payout_batch_id is not null
                        then r.decided_at - coalesce(r.first_approval_at, r.created_at) end)) s (of, time)
      where r.status = 'approved' and r.decided_at > now() - make_interval(days => $1) and r.settlement is null
        and s.time is not null
      group by s.of`,
    [days],
  )
