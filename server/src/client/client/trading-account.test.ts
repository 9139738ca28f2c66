import { clientErrors } from '@sauda/contract/client/client'
import { expect, test } from 'vitest'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const asha = await establishedOperator(server, 'reviewer', 'Asha')
const bela = await establishedOperator(server, 'reviewer', 'Bela')

const save = (id: string, body: object, by = asha) =>
  call('PUT', `/desk/clients/${id}/trading-account`, {
    token: by.token,
    body: { ucc: '', demat: '', reason: 'Account opening form', ...body },
  })
const page = async (id: string) => (await call('GET', `/desk/clients/${id}`, { token: asha.token })).body
const client = async (kycStatus = 'UNVERIFIED') => {
  const made = await server.newClient()
  await db.run('update client set kyc_status = $2 where id = $1', [made.id, kycStatus])
  return made
}

test('UCC and demat account are recorded with leading zeros and audited; a UCC belongs to one client whatever its case', async () => {
  const [one, other] = [await client(), await client()]
  expect((await save(one.id, { ucc: '00ab1', demat: 'in300123 10456789' })).status).toBe(200)
  expect(await page(one.id)).toMatchObject({ ucc: '00ab1', demat: 'IN30012310456789' })
  expect(await save(other.id, { ucc: '00AB1' })).toMatchObject({ status: 409, body: clientErrors.uccTaken })
  expect((await save(other.id, { ucc: 'AB1', demat: '1208160000123456' })).status).toBe(200)
  expect((await save(other.id, { ucc: 'AB1', demat: '1208160000123456' })).body).toEqual(clientErrors.sameAccount)
  const { rows } = {
    rows: await db.rows("select before, after from audit where action = 'client.trading-account' order by id"),
  }
  expect(rows[0]).toMatchObject({ before: { ucc: '', demat: '' }, after: { ucc: '00ab1', demat: 'IN30012310456789' } })
})

test('one operator records the UCC or demat account of a verified client, two change it', async () => {
  const { id } = await client('VERIFIED')
  expect((await save(id, { ucc: 'V1' })).body.waitsForSecond).toBeUndefined()
  expect((await save(id, { ucc: 'V1', demat: '1208160000123456' })).body.waitsForSecond).toBeUndefined()
  expect((await save(id, { ucc: 'V2', demat: '1208160000123456' })).body).toMatchObject({ waitsForSecond: true })
  expect(await page(id)).toMatchObject({ ucc: 'V1' })
  const seen = await call('GET', `/desk/proposals/${await pendingProposal(server, id)}`, { token: bela.token })
  expect(seen.body.fields).toContainEqual({ label: 'UCC', before: { text: 'V1' }, after: { text: 'V2' } })
  expect((await decidePending(server, asha, { subject: id })).status).toBe(409)
  expect((await decidePending(server, bela, { subject: id })).status).toBe(200)
  expect(await page(id)).toMatchObject({ ucc: 'V2' })
})

test('a UCC that a waiting request would record is given to no other client, whatever its case', async () => {
  const [one, other] = [await client('VERIFIED'), await client()]
  await save(one.id, { ucc: 'R1' })
  expect((await save(one.id, { ucc: 'r2' })).body.waitsForSecond).toBe(true)
  const taken = await save(other.id, { ucc: 'R2' }, bela)
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('Record UCC r2')])
  expect(await page(other.id)).not.toHaveProperty('ucc')
  await decidePending(server, bela, { subject: one.id, verb: 'reject' })
  expect((await save(other.id, { ucc: 'R2' }, bela)).status).toBe(200)
})

test('two operators change the UCC of a client whose verification was revoked', async () => {
  const { id } = await client('REVOKED')
  expect((await save(id, { ucc: 'W1' })).body.waitsForSecond).toBeUndefined()
  expect((await save(id, { ucc: 'W2' })).body).toMatchObject({ waitsForSecond: true })
  expect(await page(id)).toMatchObject({ ucc: 'W1' })
})

test('rejects what is neither a UCC nor a demat account, and operators without the right', async () => {
  const { id } = await client()
  expect((await save(id, { ucc: 'A B' })).status).toBe(400)
  for (const demat of ['12081600001234', 'IN3001231045678', '1.20816E+15'])
    expect((await save(id, { demat })).body.message).toContain('Enter the DP ID')
  const dealer = await establishedOperator(server, 'dealer')
  expect((await save(id, { ucc: 'X' }, dealer)).status).toBe(403)
})
