import { selectViews, type Sql } from '../../platform/db.ts'

export type AuditedEvent = {
  id: string
  at: string
  actorKind: 'client' | 'operator' | 'visitor' | 'system'
  actorName?: string
  action: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  ip?: string
}

/** Patterns of actions: of the requested kinds, and with `others` of the actions without a kind, except claims. */
export type ActionFilter = {
  readonly patterns: readonly string[]
  readonly others: boolean
  readonly named: readonly string[]
}

/** Newest first, by the index of the audit log's subjects. */
export const selectEvents = (
  sql: Sql,
  clientId: string,
  { patterns, others, named }: ActionFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
) =>
  selectViews<AuditedEvent>(
    sql,
    `select id::text, at, actor_kind as "actorKind", actor_name as "actorName", action, before, after, ip
       from audit
      where subject_id = $1 and id < coalesce($2::bigint, 9223372036854775807)
        and (action like any($3) or $4 and not action like any($5) and action not like 'queue.%')
      order by audit.id desc limit $6`,
    [clientId, before, patterns, others, named, limit],
  )
