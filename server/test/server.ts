import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Brand } from '@sauda/contract/broker/health'
import pg from 'pg'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import { distributeOverNodes } from '../cluster/database.ts'
import { createApp, type App } from '../src/app/app.ts'
import { readConfig } from '../src/config.ts'
import { openDb, type Db } from '../src/platform/db.ts'
import { usualLimits } from '../src/platform/db-limits.ts'
import { createJobs, type Jobs } from '../src/platform/jobs.ts'
import { makeLog, type Log } from '../src/platform/log.ts'
import { appRole } from '../src/platform/role.ts'
import { citusNodes, databaseUrl } from './global-setup.ts'

/** The `Set-Cookie` header of one cookie; empty if there is none. */
export const setCookieOf = ({ headers }: Pick<Answer, 'headers'>, name: string): string =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? ''

export type Answer = { readonly status: number; readonly body: any; readonly headers: Headers }

/** The answer to a call that is rejected with this error. */
export const refusal = ({ status, message }: { readonly status: number; readonly message: string }) => ({
  status,
  body: { status, message },
})

export type TestServer = {
  readonly url: string
  /** The login of the database's owner, for a program beside the server. */
  readonly databaseUrl: string
  /** Connected as the database owner, who may change timestamps; the application uses its restricted role. */
  readonly db: Db
  readonly app: App
  /** One call over real HTTP; `body` goes as JSON, FormData as a form. */
  readonly call: (
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ) => Promise<Answer>
  /** Text of the newest mail to an address, decrypted from the outbox. */
  readonly mailTo: (address: string) => Promise<{ subject: string; text: string } | undefined>
  /** The six digits in the newest mail to an address. */
  readonly codeFor: (address: string) => Promise<string>
  /** Registers and verifies a client the way a visitor does. */
  readonly newClient: (values?: Partial<Record<'name' | 'email' | 'mobile' | 'password', string>>) => Promise<NewClient>
}
export type NewClient = {
  readonly id: string
  readonly token: string
  readonly email: string
  readonly mobile: string
  readonly password: string
  readonly name: string
}

/** A loaded machine may block for longer than a client would wait; db.test.ts and load.test.ts cover the limits. */
const patient = { ...usualLimits, wait: 60_000, statement: 60_000, lock: 60_000, idle: 300_000 }

/** Fewer than a real server, because a new connection costs as much processor time as several requests. The race tests open twenty. */
export const usualConnections = 7

type Options = {
  readonly log?: Log
  readonly demo?: Brand['demo']
  /** Jobs that the test runs itself, by their names: the server's own could do the same work at the same moment. */
  readonly without?: readonly string[]
}

/** `left`: those that the server did not start. */
function jobsWithout(log: Log, names: readonly string[]) {
  const jobs = createJobs(log)
  const left = new Set(names)
  const every: Jobs['every'] = (milliseconds, name, work) => {
    if (!names.includes(name)) jobs.every(milliseconds, name, work)
    left.delete(name)
  }
  return { jobs: { ...jobs, every }, left }
}

/** After the test that calls it, otherwise after the file. Vitest ignores `afterAll` within a test: a server would go on working during later files. */
export const atEnd = (work: () => void | Promise<void>): void =>
  (TestRunner.getCurrentTest() ? onTestFinished : afterAll)(work)

/** A server on a copy of the migrated database, listening on a free port, until the test file or the test that starts it ends. */
export async function testServer(
  environment: Record<string, string> = {},
  { log: givenLog, demo, without = [] }: Options = {},
): Promise<TestServer> {
  const base = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  // Copying the files takes a tenth of the processor time of writing each page to the log.
  await admin.query(`create database ${name} template template_sauda strategy file_copy`)
  await distributeOverNodes(name)
  // fsync is not needed here; crash.test.ts uses another database.
  await admin.query(`alter database ${name} set synchronous_commit = off`)
  // A connection then plans each statement once instead of up to five times, which saves a tenth of the run. Citus plans with the values.
  if (citusNodes.length === 0) await admin.query(`alter database ${name} set plan_cache_mode = force_generic_plan`)
  const dataDir = mkdtempSync(join(tmpdir(), 'sauda-server-'))
  const read = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO_DATA: 'off',
    LOG_LEVEL: 'silent',
    // Most tests have one operator per role; approval.test.ts covers the policy.
    APPROVALS: 'single',
    EXPORTS_PER_OPERATOR: '100000',
    CALLS_AT_ONCE: '1000',
    DATABASE_URL: databaseUrl(base, name),
    ...environment,
  })
  const config = { ...read, limits: { ...read.limits, turnMilliseconds: patient.wait } }
  const log = givenLog ?? makeLog(config.logLevel)
  const size = Number(environment['DATABASE_CONNECTIONS'] ?? usualConnections)
  const db = openDb(config.databaseUrl ?? '', log, { limits: patient, size })
  const appDb = openDb(config.databaseUrl ?? '', log, { role: appRole, limits: patient, size })
  const { jobs, left } = jobsWithout(log, without)
  const app = await createApp({ config, db: appDb, log, demo, hasRole: true, keepsStatements: async () => true, jobs })
  if (left.size > 0) throw new Error(`The server has no job ${[...left].join(', ')}`)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  atEnd(async () => {
    await app.stop()
    await appDb.close()
    await db.close()
    // On a cluster, Citus connects to it again while it is being dropped.
    if (citusNodes.length === 0) await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { ...makeTestServer(url, db, app), databaseUrl: config.databaseUrl ?? '' }
}

/** As the desk does: the operator who approves a proposal has seen its review. */
export async function reviewed(
  call: TestServer['call'],
  path: string,
  { token, body }: { readonly token?: string | undefined; readonly body?: unknown },
) {
  const proposal = /^(\/desk\/proposals\/[^/]+)\/approve$/.exec(path)?.[1]
  if (proposal === undefined || Object.keys(body ?? {}).length > 0) return body
  const seen = await call('GET', proposal, { token: token ?? '' })
  return { version: String(seen.body.version) }
}

function makeTestServer(url: string, db: Db, app: App): Omit<TestServer, 'databaseUrl'> {
  const call: TestServer['call'] = async (method, path, { token, headers, ...given } = {}) => {
    const body = await reviewed(call, path, { token, body: given.body })
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const type = response.headers.get('content-type') ?? ''
    return {
      status: response.status,
      headers: response.headers,
      body: type.includes('json') ? await response.json() : Buffer.from(await response.arrayBuffer()),
    }
  }
  const mailTo: TestServer['mailTo'] = async (address) => {
    const row = await db.row<{ id: string; subject: string; body: Buffer | null }>(
      'select id, subject, body from mail where recipient = $1 order by created_at desc, id desc limit 1',
      [address],
    )
    return (
      row && {
        subject: row.subject,
        text: row.body ? app.context.secret.decrypt('mail', row.body, row.id).toString() : '',
      }
    )
  }
  const codeFor: TestServer['codeFor'] = async (address) => {
    const code = /\b\d{6}\b/.exec((await mailTo(address))?.text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code was mailed to ${address}`)
    return code
  }
  let count = 0
  const newClient: TestServer['newClient'] = async (values = {}) => {
    count += 1
    const client = {
      name: 'Asha Rao',
      email: `client${count}.${randomUUID().slice(0, 8)}@example.com`,
      mobile: String(6_000_000_000 + Math.floor(Math.random() * 3_999_999_999)),
      password: 'Quiet-River-27',
      ...values,
    }
    const registered = await call('POST', '/user/register', {
      body: { ...client, executiveName: 'Meera', referralId: '' },
    })
    if (registered.status !== 200) throw new Error(`register: ${registered.body.message}`)
    const verified = await call('POST', '/user/verify-otp', {
      body: { email: client.email, otp: await codeFor(client.email) },
    })
    if (verified.status !== 200) throw new Error(`verify: ${verified.body.message}`)
    return { ...client, id: verified.body.userId, token: verified.body.token }
  }
  return { url, db, app, call, mailTo, codeFor, newClient }
}
