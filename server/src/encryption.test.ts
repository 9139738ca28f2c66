import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealBefore } from '../test/before-key-ids.ts'
import { form } from '../test/form.ts'
import { kycSteps } from '../test/kyc.ts'
import { newOperator } from '../test/operator.ts'
import { jpeg } from '../test/picture.ts'
import { testServer } from '../test/server.ts'
import { findBankDetails } from './money/bank/bank.sql.ts'
import { eraseKey, moveOldFiles, sealNumbers } from './encryption.ts'
import { createPanCipher } from './client/kyc/kyc.ts'
import { findIdentity } from './client/kyc/kyc.sql.ts'

const masterKey = 'k7Zk0vXw2mR9sT4bLh8dYc1nUe6fGj3p'
const account = '123456789012'
const pan = 'ABCPE1234F'
const server = await testServer({ SECRET_KEY: masterKey, RATE_LIMITS: 'off' }, { without: ['old files'] })
const { db } = server
const { secret, accounts, files } = server.app.context
const pans = createPanCipher(secret)

const accountBefore = (clientId: string) =>
  `sealed:${sealBefore(masterKey, 'field', account, `account:${clientId}`).toString('base64url')}`

/** Bank details, two withdrawals and a PAN. */
async function addNumbers(clientId: string, accountNumber: string): Promise<void> {
  await db.run(
    `insert into bank_details (client_id, holder_name, account_number, ifsc) values ($1, 'Asha Rao', $2, 'HDFC0001234')`,
    [clientId, accountNumber],
  )
  for (let n = 0; n < 2; n++)
    await db.run(
      `insert into wallet_request (id, client_id, type, amount, pay_to_name, pay_to_number, pay_to_ifsc)
       values (gen_random_uuid(), $1, 'withdrawal', 10000, 'Asha Rao', $2, 'HDFC0001234')`,
      [clientId, accountNumber],
    )
  await db.run('insert into kyc_identity (client_id, pan_number) values ($1, $2)', [
    clientId,
    sealBefore(masterKey, 'field', pan, `pan:${clientId}`),
  ])
}

const storedNumbers = (clientId: string) =>
  db.rows<{ number: string; lookup: Buffer; data_key: Buffer }>(
    `select n.*, k.wrapped as data_key
       from (select account_number as number, account_lookup as lookup from bank_details where client_id = $1
             union all select pay_to_number, pay_to_lookup from wallet_request where client_id = $1) n
       join data_key k on k.owner_id = $1`,
    [clientId],
  )

test('earlier numbers are encrypted with their client’s key at the start, once, and can be found', async () => {
  const [plain, sealed] = [await server.newClient(), await server.newClient()]
  await addNumbers(plain.id, account)
  await addNumbers(sealed.id, accountBefore(sealed.id))
  expect(await sealNumbers(db, secret)).toBe(8)
  expect(await sealNumbers(db, secret)).toBe(0)
  for (const { id } of [plain, sealed]) {
    const numbers = await storedNumbers(id)
    expect(numbers).toHaveLength(3)
    for (const { number, lookup, data_key } of numbers) {
      expect(number).not.toContain(account)
      expect(accounts.open(id, number, data_key)).toBe(account)
      expect(lookup).toEqual(accounts.lookup(account))
      // The master keys alone do not decrypt it.
      expect(() => accounts.open(id, number, null)).toThrow()
    }
    const identity = await findIdentity(db, id)
    const stored = identity?.pan_number ?? Buffer.alloc(0)
    expect(pans.open(id, stored, identity?.data_key)).toBe(pan)
    expect(() => pans.open(id, stored, null)).toThrow()
  }
  const found = await db.rows('select from kyc_identity where pan_lookup = $1', [pans.lookup(pan)])
  expect(found).toHaveLength(2)
})

test('screens show earlier numbers while they are encrypted again', async () => {
  const client = await server.newClient()
  await addNumbers(client.id, accountBefore(client.id))
  const read = async () => (await server.call('GET', `/user/profile/${client.id}`, { token: client.token })).body
  expect(await read()).toMatchObject({ panNumber: pan, bankDetails: { accountNumber: account } })
  await sealNumbers(db, secret)
  expect(await read()).toMatchObject({ panNumber: pan, bankDetails: { accountNumber: account } })
  expect((await findBankDetails(db, client.id))?.data_key).not.toBeNull()
})

const folder = join(server.app.context.config.dataDir, 'files')
const reviewer = await newOperator(server, 'reviewer')
const steps = await kycSteps(server)

/** A client with bank details, PAN, two documents and a photo; all from before data keys, or all with one. */
async function completeClient(when: 'before' | 'now') {
  const client = await server.newClient()
  const upload = { token: client.token, body: form({ profile: await jpeg() }) }
  const photo = (await server.call('POST', '/user/upload-profile', upload)).body.profileImageUrl
  await steps.upload(client)
  await addNumbers(client.id, accountBefore(client.id))
  await sealNumbers(db, secret)
  const names = await db.rows<{ name: string }>(
    `select file_key as name from kyc_document where client_id = $1
     union all select 'photo/' || photo_key from client where id = $1`,
    [client.id],
  )
  if (when === 'before') for (const { name } of names) await writeBefore(name, client.id)
  return { ...client, photo, names: names.map(({ name }) => name) }
}

/** Stores the file as an earlier version did. */
async function writeBefore(name: string, clientId: string): Promise<void> {
  const image = await jpeg()
  writeFileSync(join(folder, name), sealBefore(masterKey, 'file', image, name))
  await db.run('insert into old_file (name, owner_id) values ($1, $2)', [name, clientId])
}

type CompleteClient = Awaited<ReturnType<typeof completeClient>>
const statuses = async ({ id, photo }: CompleteClient) => [
  (await server.call('GET', photo.replace('/api', ''))).status,
  (await server.call('GET', `/desk/kyc/${id}/pan`, { token: reviewer.token })).status,
  (await server.call('GET', `/desk/kyc/${id}/aadhaar`, { token: reviewer.token })).status,
]

test('earlier documents and photos are shown, and encrypted with their client’s key, once', async () => {
  const client = await completeClient('before')
  expect(await statuses(client)).toEqual([200, 200, 200])
  expect(await moveOldFiles(db, files)).toBe(3)
  expect(await moveOldFiles(db, files)).toBe(0)
  expect(await statuses(client)).toEqual([200, 200, 200])
  for (const name of client.names)
    expect(() => secret.decrypt('file', readFileSync(join(folder, name)), name)).toThrow()
})

test('a photo replaced before it was encrypted again does not come back', async () => {
  const client = await completeClient('before')
  const upload = { token: client.token, body: form({ profile: await jpeg() }) }
  expect((await server.call('POST', '/user/upload-profile', upload)).status).toBe(200)
  await moveOldFiles(db, files)
  expect(client.names.map((name) => existsSync(join(folder, name)))).toEqual([true, true, false])
})

test.each(['before', 'now'] as const)(
  'after an erasure no copy of the files and no row decrypts, even with the master key: stored %s',
  async (when) => {
    const [client, other] = [await completeClient(when), await completeClient(when)]
    const copies = client.names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
    const numbers = await storedNumbers(client.id)
    // Decrypted once before, so a cached key would show.
    expect(await statuses(client)).toEqual([200, 200, 200])
    await moveOldFiles(db, files, client.id)
    await db.transaction((tx) => eraseKey(tx, client.id))
    expect(await statuses(client)).toEqual([404, 404, 404])
    const profile = (await server.call('GET', `/user/profile/${client.id}`, { token: client.token })).body
    expect(profile).toMatchObject({ panNumber: '', bankDetails: { accountNumber: '' } })
    const submission = await steps.submission(reviewer, client.id)
    expect(submission.status).toBe(200)
    expect(submission.body).not.toHaveProperty('panNumber')

    const now = client.names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
    for (const { name, bytes } of when === 'now' ? [...now, ...copies] : now)
      expect(() => secret.decrypt('file', bytes, name)).toThrow()
    for (const { number } of numbers) expect(() => accounts.open(client.id, number, null)).toThrow()
    const lookups = await storedNumbers(client.id)
    expect(lookups.map(({ lookup }) => lookup)).toEqual([null, null, null])
    expect(await sealNumbers(db, secret)).toBe(0)
    // Nothing new is stored for the client, and other clients' data is unchanged.
    const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: account, ifsc: 'HDFC0001234' }
    const update = await server.call('PUT', `/user/profile/update/${client.id}`, {
      token: client.token,
      body: { bankDetails },
    })
    expect(update.status).toBe(404)
    expect(await statuses(other)).toEqual([200, 200, 200])
  },
)
