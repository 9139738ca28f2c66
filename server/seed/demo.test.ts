import { expect, test } from 'vitest'
import { testServer } from '../test/server.ts'
import { seedDemo } from './demo.ts'
import { demoClients, demoOperators, demoPassword } from './people.ts'

const server = await testServer()
const { db, app } = server
const counts = () =>
  db.row(`select (select count(*)::int from client) as clients, (select count(*)::int from operator) as operators,
                 (select count(*)::int from kyc_document) as documents, (select count(*)::int from mail) as mails`)

test('several processes filling an empty database at once fill it once, within seconds', async () => {
  const began = Date.now()
  await Promise.all([seedDemo(app.house), seedDemo(app.house), seedDemo(app.house)])
  expect(Date.now() - began).toBeLessThan(5000)
  await seedDemo(app.house)
  expect(await counts()).toEqual({ clients: 5, operators: 7, documents: 6, mails: 2 })
})

test('there is a client in every state, and their logins work', async () => {
  const status = async ({ email }: { email: string }) => {
    const { body } = await server.call('POST', '/user/login', { body: { email, password: demoPassword } })
    return body.isDocsVerified ?? body.message
  }
  expect(await status(demoClients.fresh)).toBe('UNVERIFIED')
  expect(await status(demoClients.waiting)).toBe('PENDING')
  expect(await status(demoClients.verified)).toBe('VERIFIED')
  expect(await status(demoClients.askedAgain)).toBe('UNVERIFIED')
  expect(await status(demoClients.frozen)).toBe('Your login is frozen. Please contact support.')
})

test('the client asked again reads why, and only for the Aadhaar', async () => {
  const { body } = await server.call('POST', '/user/login', {
    body: { email: demoClients.askedAgain.email, password: demoPassword },
  })
  const kyc = await server.call('GET', '/user/kyc', { token: body.token })
  expect(kyc.body.documents).toMatchObject({
    pan: { status: 'accepted' },
    aadhaar: { status: 'refused', reason: expect.stringContaining('8 digits') },
  })
})

test('there is an operator of every role, and the reviewer sees specimens', async () => {
  for (const { email, role } of demoOperators) {
    const { body } = await server.call('POST', '/desk/login', { body: { email, password: demoPassword } })
    expect(body.role).toBe(role)
    if (role !== 'reviewer') continue
    const queue = await server.call('GET', '/desk/queue', { token: body.token })
    expect(queue.body.items).toMatchObject([{ kind: 'kyc', clientName: demoClients.waiting.name }])
    const image = await server.call('GET', `/desk/kyc/${queue.body.items[0].clientId}/pan`, { token: body.token })
    expect(image.headers.get('content-type')).toBe('image/jpeg')
  }
})

test('nothing is half filled: a failure leaves the database empty, and the next start fills it', async () => {
  const fresh = await testServer()
  const { house } = fresh.app
  const broken = { ...house, mail: () => Promise.reject(new Error('pulled the plug')) }
  await expect(seedDemo(broken)).rejects.toThrow('pulled the plug')
  expect(await fresh.db.rows('select from client union all select from operator')).toEqual([])
  await seedDemo(house)
  expect(await fresh.db.rows('select from client')).toHaveLength(5)
})

test('a database with a client of its own is left alone', async () => {
  const own = await testServer()
  await own.newClient()
  await seedDemo(own.app.house)
  expect(await own.db.rows('select from client')).toHaveLength(1)
})
