import type { TestServer } from './server.ts'

/**
 * Journals about a client whose transaction wrote no audit row that names the client, by event. Without the deposits that `fund` writes,
 * which nobody decided. A row's `xmin` is the transaction that wrote it, or
 * its savepoint.
 */
export const journalsWithoutAudit = ({ db }: Pick<TestServer, 'db'>) =>
  db.rows<{ event: string; count: number }>(
    `select j.event::text, count(*)::int
       from journal j
      where j.client_id <> '00000000-0000-0000-0000-000000000000'
        and not exists (select from wallet_request r where r.id = j.cause_id and r.type = 'added' and r.decided_by is null)
        and not exists (select from audit a where a.subject_id = j.client_id::text and j.xmin in (a.xact::xid, a.xmin))
      group by 1 order by 1`,
  )
