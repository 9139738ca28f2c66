import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { kycSteps } from '../../../test/kyc.ts'
import { newOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { type NewClient, testServer } from '../../../test/server.ts'
import { eraseKey } from './encryption.sql.ts'
import { createPanCipher } from '../../client/kyc/kyc.ts'

const masterKey = 'k7Zk0vXw2mR9sT4bLh8dYc1nUe6fGj3p'
const account = '123456789012'
const pan = 'ABCPE1234F'
const server = await testServer({ SECRET_KEY: masterKey, RATE_LIMITS: 'off' })
const { db } = server
const { secret, accounts } = server.app.context
const pans = createPanCipher(secret)

/** Bank details, two withdrawals and a PAN. */
async function addNumbers(client: NewClient): Promise<void> {
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: account, ifsc: 'HDFC0001234' }
  const call = { token: client.token, body: { bankDetails } }
  expect((await server.call('PUT', `/user/profile/update/${client.id}`, call)).status).toBe(200)
  for (let n = 0; n < 2; n++)
    await db.run(
      `insert into wallet_request (id, client_id, type, amount, pay_to_name, pay_to_number, pay_to_lookup, pay_to_ifsc)
       select gen_random_uuid(), client_id, 'withdrawal', 10000, holder_name, account_number, account_lookup, ifsc
         from bank_details where client_id = $1`,
      [client.id],
    )
  const { number, lookup } = await pans.columns(db, client.id, pan)
  await db.run('insert into kyc_identity (client_id, pan_number, pan_lookup) values ($1, $2, $3)', [
    client.id,
    number,
    lookup,
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

const folder = join(server.app.context.config.dataDir, 'files')
const reviewer = await newOperator(server, 'reviewer')
const steps = await kycSteps(server)

/** A client with bank details, PAN, two documents and a photo. */
async function completeClient() {
  const client = await server.newClient()
  const upload = { token: client.token, body: form({ profile: await jpeg() }) }
  const photo = (await server.call('POST', '/user/upload-profile', upload)).body.profileImageUrl
  await steps.upload(client)
  await addNumbers(client)
  const names = await db.rows<{ name: string }>(
    `select file_key as name from kyc_document where client_id = $1
     union all select 'photo/' || photo_key from client where id = $1`,
    [client.id],
  )
  return { ...client, photo, names: names.map(({ name }) => name) }
}

type CompleteClient = Awaited<ReturnType<typeof completeClient>>
const statuses = async ({ id, photo }: CompleteClient) => [
  (await server.call('GET', photo.replace('/api', ''))).status,
  (await server.call('GET', `/desk/kyc/${id}/pan`, { token: reviewer.token })).status,
  (await server.call('GET', `/desk/kyc/${id}/aadhaar`, { token: reviewer.token })).status,
]

test('after an erasure no copy of the files and no row decrypts, even with the master key', async () => {
  const [client, other] = [await completeClient(), await completeClient()]
  const copies = client.names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const numbers = await storedNumbers(client.id)
  // Decrypted once before, so a cached key would show.
  expect(await statuses(client)).toEqual([200, 200, 200])
  await db.transaction((tx) => eraseKey(tx, client.id))
  expect(await statuses(client)).toEqual([404, 404, 404])
  const profile = (await server.call('GET', `/user/profile/${client.id}`, { token: client.token })).body
  expect(profile).toMatchObject({ panNumber: '', bankDetails: { accountNumber: '' } })
  const submission = await steps.submission(reviewer, client.id)
  expect(submission.status).toBe(200)
  expect(submission.body).not.toHaveProperty('panNumber')

  const now = client.names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  for (const { name, bytes } of [...now, ...copies]) expect(() => secret.decrypt('file', bytes, name)).toThrow()
  for (const { number } of numbers) expect(() => accounts.open(client.id, number, null)).toThrow()
  const lookups = await storedNumbers(client.id)
  expect(lookups.map(({ lookup }) => lookup)).toEqual([null, null, null])
  // Nothing new is stored for the client, and other clients' data is unchanged.
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: account, ifsc: 'HDFC0001234' }
  const update = await server.call('PUT', `/user/profile/update/${client.id}`, {
    token: client.token,
    body: { bankDetails },
  })
  expect(update.status).toBe(404)
  expect(await statuses(other)).toEqual([200, 200, 200])
})
