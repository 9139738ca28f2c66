import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Role } from '@sauda/contract/broker/operator'
import { newId } from '../src/platform/id.ts'
import { startSession } from '../src/core/session/session.ts'
import type { TestServer } from './server.ts'

/** Every setting live mode requires, for a fictitious broker. */
export const liveSettings = {
  MODE: 'live',
  LEGAL_NAME: 'Broker Ltd',
  SEBI_REGISTRATION: 'INZ000000001',
  UPI_ID: 'broker.brk@validbank',
  UPI_NAME: 'Broker & Sons Ltd',
  GRIEVANCE_OFFICER: 'Meera Rao',
  PUBLIC_URL: 'https://sauda.test',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUST_PROXY: '0',
  SHARED_HOST: 'on',
  MAIL_FROM: 'Broker <no-reply@broker.example>',
  SUPPORT_EMAIL: 'help@broker.example',
  AUDIT_HEAD_URL: pathToFileURL(join(tmpdir(), `sauda-heads-${process.pid}.log`)).href,
  ADMIN_EMAIL: 'first@broker.example',
  SECRET_KEY: 'q7Zk0vXw2mR9sT4bLh8dYc1nUe6fGj3p',
}

/** A session of an operator with two-step login, which live mode demands. */
export async function liveOperator({ db }: Pick<TestServer, 'db'>, role: Role): Promise<string> {
  const id = newId()
  await db.run(`insert into operator (id, email, name, role, password_hash) values ($1, $2, 'Chitra', $3, 'x')`, [
    id,
    `${role}.${id}@desk.example`,
    role,
  ])
  await db.run('insert into totp (owner_id, secret, confirmed_at) values ($1, $2, now())', [id, Buffer.alloc(48)])
  return startSession(db, { operatorId: id }, { ip: '127.0.0.1', userAgent: '' })
}
