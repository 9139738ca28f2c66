import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret as OtpSecret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { sealBefore } from '../../../test/before-key-ids.ts'
import { form } from '../../../test/form.ts'
import { acceptAadhaar, acceptPan, kycSteps } from '../../../test/kyc.ts'
import { moneyClients } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { atEnd, testServer, type NewClient } from '../../../test/server.ts'
import { createApp } from '../../app/app.ts'
import { checkAudit } from '../../core/audit/verify.ts'
import { openSecret } from '../../platform/secret.ts'
import { rotateKeys } from './rotate.ts'

const oldKey = 'the old key, of at least 32 letters'
const newKey = 'the new key, of at least 32 letters'
const server = await testServer({ SECRET_KEY: oldKey, RATE_LIMITS: 'off' })
const { db } = server
const { config, db: appDb, log, secret } = server.app.context
const reviewer = await newOperator(server, 'reviewer')
const admin = await newOperator(server, 'admin')
const steps = await kycSteps(server)

type Body = { body?: object; token?: string }

/** Another start of the server on the same database, with these keys. */
async function serverWith(...secretKeys: string[]) {
  const app = await createApp({ config: { ...config, secretKeys }, db: appDb, log })
  atEnd(() => app.stop())
  return async (method: 'GET' | 'POST' | 'PUT', path: string, { body, token }: Body = {}) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await app.http.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) })
    const isJson = response.headers['content-type']?.includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : response.rawPayload }
  }
}
type Call = Awaited<ReturnType<typeof serverWith>>

const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234' }
const saveBank = (call: Call | typeof server.call, { id, token }: Pick<NewClient, 'id' | 'token'>) =>
  call('PUT', `/user/profile/update/${id}`, { token, body: { bankDetails } })

async function completeClient() {
  const client = await server.newClient()
  await steps.upload(client)
  await steps.decide(reviewer, client.id, { pan: acceptPan, aadhaar: acceptAadhaar })
  await saveBank(server.call, client)
  const { token, password } = client
  const upload = { token, body: form({ profile: await jpeg() }) }
  const photo = (await server.call('POST', '/user/upload-profile', upload)).body.profileImageUrl
  const { body } = await server.call('POST', '/user/totp/start', { token, body: { password } })
  const totp = new TOTP({ secret: OtpSecret.fromBase32(body.secret) })
  const confirmed = await server.call('POST', '/user/totp/confirm', { token, body: { code: totp.generate() } })
  await db.run('update totp set last_step = 0')
  return { ...client, photo, totp, recoveryCodes: confirmed.body.recoveryCodes }
}

async function addTestimonial(): Promise<void> {
  const body = {
    name: 'Meera K.',
    about: 'Client, Pune',
    words: 'Clear statements.',
    consent: 'E-mail of 12 March 2026',
  }
  expect((await server.call('POST', '/desk/testimonials', { token: admin.token, body })).status).toBe(200)
}

/** More than one batch, with rows from before key ids. */
async function addMails(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const id = crypto.randomUUID()
    const body = n % 2 === 0 ? secret.encrypt('mail', Buffer.from('x'), id) : sealBefore(oldKey, 'mail', 'x', id)
    await db.run(
      "insert into mail (id, recipient, subject, body, status) values ($1, 'a@b.example', 'x', $2, 'sent')",
      [id, body],
    )
  }
}

/** Columns of any table with values that name this key. */
async function columnsOfKey(keyId: Buffer): Promise<string[]> {
  const columns = await db.rows<{ table: string; column: string }>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`,
  )
  const found: string[] = []
  for (const { table, column } of columns)
    if (await db.row(`select from ${table} where substring(${column} from 1 for 8) = $1 limit 1`, [keyId]))
      found.push(`${table}.${column}`)
  return found.toSorted()
}

const rotating = { ...config, secretKeys: [newKey, oldKey] }

test('rotation while requests are served: afterwards the old key decrypts nothing and the new one everything', async () => {
  const client = await completeClient()
  const { token } = client
  await addTestimonial()
  await addMails(1200)
  const others = await Promise.all(Array.from({ length: 20 }, () => server.newClient()))

  const encryptedColumns = await columnsOfKey(secret.newestId)
  expect(encryptedColumns).toEqual([
    'data_key.wrapped',
    'hash_key.wrapped',
    'mail.body',
    'mail.content',
    'mail.masked',
    'totp.secret',
  ])
  const during = await serverWith(newKey, oldKey)
  let isRunning = true
  const rotation = rotateKeys(rotating).finally(() => (isRunning = false))
  const failures: unknown[] = []
  for (let n = 0; isRunning || n < others.length; n++) {
    const other = others[n]
    const answers = await Promise.all([
      during('GET', `/user/profile/${client.id}`, { token }),
      during('GET', `/desk/kyc/${client.id}/pan`, { token: reviewer.token }),
      ...(other ? [saveBank(during, other)] : []),
    ])
    failures.push(...answers.filter(({ status }) => status !== 200))
  }
  expect(await rotation).toMatch(
    /^Encrypted with the newest key: \d+ data keys of clients, 12\d\d mails, 1 authenticator/,
  )
  expect(failures).toEqual([])

  const after = await serverWith(newKey)
  const profile = (await after('GET', `/user/profile/${client.id}`, { token })).body
  expect(profile).toMatchObject({ panNumber: acceptPan.number, bankDetails })
  for (const other of others)
    expect((await after('GET', `/user/profile/${other.id}`, { token: other.token })).body).toMatchObject({
      bankDetails,
    })
  expect((await after('GET', client.photo.replace('/api', ''))).status).toBe(200)
  expect((await after('GET', `/desk/kyc/${client.id}/aadhaar`, { token: reviewer.token })).status).toBe(200)
  expect((await after('GET', '/desk/testimonials', { token: admin.token })).body.testimonials).toHaveLength(1)
  expect((await after('GET', '/desk/mailbox', { token: admin.token })).status).toBe(200)
  const samePan = { token: reviewer.token, body: { number: acceptPan.number } }
  const flagged = (await after('POST', `/desk/kyc/${others[0]?.id}/check-pan`, samePan)).body.samePan
  expect(flagged).toMatchObject([{ clientId: client.id }])
  const { email, password } = client
  for (const code of [client.totp.generate(), client.recoveryCodes[0]])
    expect((await after('POST', '/user/login', { body: { email, password, code } })).status).toBe(200)

  // With the old key, a copy of the database made now cannot be decrypted.
  expect(await columnsOfKey(secret.newestId)).toEqual([])
  const next = await openSecret(db, { ...config, secretKeys: [newKey] })
  expect(await columnsOfKey(next.newestId)).toEqual(encryptedColumns)
  const content = await db.row<{ file_name: string }>('select file_name from content')
  const file = content?.file_name ?? ''
  expect(() => secret.decrypt('file', readFileSync(join(config.dataDir, 'files', file)), file)).toThrow()
  await expect(openSecret(db, config)).rejects.toThrow('This database was filled with another secret key')

  expect(await checkAudit({ ...config, secretKeys: [newKey] })).toMatchObject({ ok: true })
  const audited = await db.rows("select after from audit where action = 'key.rotate'")
  expect(audited).toMatchObject([{ after: { authenticators: 1, hashKeys: 3 } }])
})

test('a second run finds nothing to do', async () => {
  expect(await rotateKeys({ ...config, secretKeys: [newKey] })).toContain(' 0 data keys of clients, 0 mails, 0 auth')
})

test('a value of a key that is not in the file is named, and nothing is lost', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  await db.run("insert into mail (id, recipient, subject, body) values ($1, 'a@b.example', 'x', $2)", [
    id,
    secret.encrypt('mail', Buffer.from('x'), id),
  ])
  await expect(rotateKeys({ ...config, secretKeys: [newKey] })).rejects.toThrow(
    `The row ${id} of mail is encrypted with a key that is not in SECRET_KEY_FILE`,
  )
  await rotateKeys(rotating)
  const [mail] = await db.rows<{ body: Buffer }>('select body from mail where id = $1', [id])
  const next = await openSecret(db, { ...config, secretKeys: [newKey] })
  expect(next.decrypt('mail', mail?.body ?? Buffer.alloc(0), id).toString()).toBe('x')
})

test('servers with both keys, in either order, read what the other writes before, during and after a rotation', async () => {
  const nextKey = 'the next key, of at least 32 letters'
  const [behind, ahead] = [await serverWith(newKey, nextKey), await serverWith(nextKey, newKey)]
  const clients = await moneyClients(server, 12, { bank: false })
  const [first, second, third, ...others] = clients
  const failures: unknown[] = []
  const save = async (call: Call, client: (typeof clients)[number] | undefined) => {
    const answer = client && (await saveBank(call, client))
    if (answer?.status !== 200) failures.push(answer)
  }
  const read = async (call: Call) => {
    for (const { id, token } of clients) {
      const answer = await call('GET', `/user/profile/${id}`, { token })
      if (answer.status !== 200) failures.push(answer)
    }
  }
  await save(ahead, first)
  await save(behind, second)
  let isRunning = true
  const rotation = rotateKeys({ ...config, secretKeys: [nextKey, newKey] }).finally(() => (isRunning = false))
  for (let n = 0; isRunning || n < others.length; n++) {
    await Promise.all([read(behind), read(ahead)])
    if (n < others.length) await save(ahead, others[n])
  }
  await rotation
  await save(behind, third)
  await Promise.all([read(behind), read(ahead)])
  expect(await rotateKeys({ ...config, secretKeys: [nextKey, newKey] })).toContain(' 1 data keys of clients')
  const last = await serverWith(nextKey)
  for (const call of [behind, ahead, last])
    for (const { id, token } of clients)
      expect((await call('GET', `/user/profile/${id}`, { token })).body).toMatchObject({ bankDetails })
  expect(failures).toEqual([])
})
