import { requireRow } from '../src/platform/db.ts'
import type { TestServer } from './server.ts'

/** Runs the work under this mode of approvals; the tests of a file run one after the other. */
export async function withApprovals<T>(
  { app }: Pick<TestServer, 'app'>,
  mode: 'policy' | 'single',
  work: () => Promise<T>,
): Promise<T> {
  const { approvals } = app.context.config
  const before = approvals.mode
  Object.assign(approvals, { mode })
  try {
    return await work()
  } finally {
    Object.assign(approvals, { mode: before })
  }
}

/** The id of the newest pending proposal whose kind, client or payload contains this. */
export async function pendingProposal({ db }: Pick<TestServer, 'db'>, subject = ''): Promise<string> {
  const row = await requireRow(
    db.row<{ id: string }>(
      `select id from proposal where status = 'pending' and concat(kind, client_id, payload) like '%' || $1 || '%'
        order by id desc limit 1`,
      [subject],
    ),
  )
  return row.id
}

/** An operator approves it, or decides otherwise. */
export const decidePending = async (
  server: Pick<TestServer, 'db' | 'call'>,
  { token }: { readonly token: string },
  { subject = '', verb = 'approve' } = {},
) => server.call('POST', `/desk/proposals/${await pendingProposal(server, subject)}/${verb}`, { token })
