import type { SentFile, SentFileKind } from '@sauda/contract/core/sent-file'
import { selectViews, type Sql, type Tx } from '../../platform/db.ts'

/** Once, however often it is sent. `sha256`: of the bytes. */
export const insertSentFile = (tx: Tx, { sha256, bytes }: { readonly sha256: Buffer; readonly bytes: Buffer }) =>
  tx.run('insert into sent_file (sha256, content) values ($1, $2) on conflict do nothing', [sha256, bytes])

/** `sha256`: in hexadecimal digits. */
export const findSentFile = (sql: Sql, sha256: string) =>
  sql.row<{ content: Buffer }>("select content from sent_file where sha256 = decode($1, 'hex')", [sha256])

/**
 * For each kind a select of its files, with the columns id, name, about, status, at, sent_by, decided_by, sha256 and proposal_id;
 * written by the features, collected in `app-core.ts`.
 */
export type SentFileSources = Readonly<Record<SentFileKind, string>>

/** A table of files that count, with the columns that `insertFile` fills. */
type FormatTable = {
  readonly table: string
  /** Its kind of proposal. */
  readonly kind: string
  /** In SQL, from the row `f`. */
  readonly about: string
  /** The columns by which a newer file replaces an older one. */
  readonly key: readonly string[]
}

/** The files of a format: those that count, and those that wait for a second operator or were rejected. */
export const filesOfFormat = ({ table, kind, about, key }: FormatTable): string =>
  `select f.id, f.name, ${about} as about,
          case when exists (select from ${table} n where ${key.map((name) => `n.${name} = f.${name}`).join(' and ')}
                               and (n.imported_at, n.id) > (f.imported_at, f.id)) then 'replaced' else 'counted' end as status,
          f.imported_at as at, f.imported_by as sent_by, f.approved_by as decided_by, f.sha256, null::uuid as proposal_id
     from ${table} f
   union all ${proposedFiles(kind)} and p.status <> 'approved'`

/** The files that are proposals of this kind; `name`: in SQL. */
export const proposedFiles = (kind: string, name = "p.payload ->> 'name'"): string =>
  `select p.id, ${name} as name, p.summary as about,
          case p.status when 'pending' then 'waiting' when 'approved' then 'counted' else p.status end as status,
          coalesce(p.decided_at, p.created_at) as at, p.requested_by as sent_by, p.decided_by,
          decode(p.payload ->> 'sha256', 'hex') as sha256, case p.status when 'pending' then p.id end as proposal_id
     from proposal p where p.kind = '${kind}'`

type Filter = {
  readonly kinds: readonly SentFileKind[]
  readonly status: string | null
  readonly before: string | null
  readonly rows: number
}

const unionOf = (sources: SentFileSources, kinds: readonly SentFileKind[]): string =>
  kinds.map((kind) => `select '${kind}' as kind, f.* from (${sources[kind]}) f`).join(' union all ')

/** Newest first; `before` is the id of a file. */
export const selectSentFiles = (sql: Sql, sources: SentFileSources, { kinds, status, before, rows }: Filter) =>
  selectViews<SentFile>(
    sql,
    `with f as (${unionOf(sources, kinds)}),
          page as (select * from f
                    where ($1::text is null or status = $1)
                      and ($2::uuid is null or (at, id) < (select b.at, b.id from f b where b.id = $2))
                    order by at desc, id desc limit $3)
     select p.id as "_id", p.kind, p.name, p.about, p.status, p.at, s.name as "sentBy", d.name as "decidedBy",
            encode(p.sha256, 'hex') as sha256, p.proposal_id as "proposalId",
            p.kind = 'exchange' or exists (select from sent_file k where k.sha256 = p.sha256) as kept
       from page p join operator s on s.id = p.sent_by left join operator d on d.id = p.decided_by
      order by p.at desc, p.id desc`,
    [status, before, rows],
  )

/** The file with its bytes, which are absent if they are not kept; those of a trade file of an exchange are compressed. */
export const findSent = (sql: Sql, sources: SentFileSources, { kind, id }: { kind: SentFileKind; id: string }) =>
  sql.row<{ name: string; sha256: Buffer | null; content: Buffer | null }>(
    `select f.name, f.sha256, coalesce(s.content, e.content) as content
       from (${sources[kind]}) f left join sent_file s on s.sha256 = f.sha256 left join exchange_file e on e.id = f.id
      where f.id = $1`,
    [id],
  )
