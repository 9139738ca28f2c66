import { randomUUID } from 'node:crypto'
import type { Role } from '@sauda/contract/operator'
import { startSession } from '../src/session/session.ts'
import type { TestServer } from './server.ts'

export type NewOperator = { readonly id: string; readonly token: string; readonly name: string }

/** An operator of the role, logged in. */
export async function newOperator({ db }: TestServer, role: Role, name = 'Meera Iyer'): Promise<NewOperator> {
  const id = randomUUID()
  await db.run('insert into operator (id, email, name, role, password_hash) values ($1, $2, $3, $4, $5)', [
    id,
    `${id}@desk.example`,
    name,
    role,
    'no password opens this',
  ])
  return { id, name, token: await startSession(db, { operatorId: id }, { ip: '127.0.0.1', userAgent: '' }) }
}
