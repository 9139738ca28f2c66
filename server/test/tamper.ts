import type { TestServer } from './server.ts'

/** Changes what triggers and rights protect, in one transaction. */
export const tamper = ({ db }: Pick<TestServer, 'db'>, statement: string, values: readonly unknown[] = []) =>
  db.transaction(async (tx) => {
    await tx.run('set local session_replication_role = replica')
    return tx.run(statement, values)
  })
