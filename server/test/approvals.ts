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
