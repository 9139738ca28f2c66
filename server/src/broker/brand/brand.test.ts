import { expect, test } from 'vitest'
import { demoLogins, demoOperators, demoPassword } from '../../../seed/people.ts'
import { liveSettings } from '../../../test/live.ts'
import { testServer } from '../../../test/server.ts'

const demo = demoLogins('https://desk.test')
const pages = ['/', '/login', '/create-account', '/api/brand', '/desk/login']

test('in live mode no page and no call contains a demo login', async () => {
  const live = await testServer(liveSettings, { demo })
  const served = await Promise.all(pages.map(async (path) => (await fetch(live.url + path)).text()))
  expect(served.join()).not.toContain(demoPassword)
  expect(served.join()).not.toContain('@demo.example')
  expect((await live.call('GET', '/brand')).body.demo).toBeUndefined()
})

test('a demo names its practice clients and an operator who can decide on their requests', async () => {
  const server = await testServer({}, { demo })
  expect((await server.call('GET', '/brand')).body.demo).toEqual(demo)
  expect(demo.clients).toHaveLength(3)
  expect(demoOperators.find(({ email }) => email === demo.operator)?.role).toBe('cashier')
})

test('a demo without demo data names nobody', async () => {
  const server = await testServer()
  expect((await server.call('GET', '/brand')).body.demo).toBeUndefined()
})
