import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test, vi } from 'vitest'
import { form } from '../../test/form.ts'
import { moneyClient } from '../../test/money.ts'
import { jpeg } from '../../test/picture.ts'
import { testServer } from '../../test/server.ts'

const volume = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<Record<'writeFile', (path: string, ...rest: unknown[]) => Promise<void>>>()
  return {
    ...real,
    writeFile: async (path: string, ...rest: unknown[]) => {
      if (!volume.isFull || !path.endsWith('.part')) return real.writeFile(path, ...rest)
      // As a disk does: a part is written before there is no more space.
      await real.writeFile(path, 'half')
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    },
  }
})

const server = await testServer()
const { files } = server.app.context

test('with a full volume of files an upload is rejected as a whole, and everything else works', async () => {
  const client = await moneyClient(server, { rupees: 5000, bank: true, verified: false })
  const card = await jpeg()
  const upload = () =>
    server.call('POST', '/user/upload-docs', { token: client.token, body: form({ pan: card, aadhaar: card }) })
  const profile = async () => (await server.call('GET', `/user/profile/${client.id}`, { token: client.token })).body
  const degraded = async () => (await server.call('GET', '/health/ready')).body
  const before = await profile()
  volume.isFull = true
  expect(await upload()).toMatchObject({ status: 503, body: commonErrors.filesAway })
  expect(await profile()).toEqual(before)
  expect(await server.db.rows('select from kyc_document where client_id = $1', [client.id])).toEqual([])
  expect(await degraded()).toMatchObject({ status: 'ready', degraded: expect.arrayContaining(['files']) })
  const wallet = await server.call('GET', `/user/wallet/${client.id}`, { token: client.token })
  expect(wallet).toMatchObject({ status: 200, body: { balance: 5000 } })
  const verified = await moneyClient(server, { rupees: 5000, bank: true })
  const withdrawal = { token: verified.token, body: { id: verified.id, amount: 100 } }
  expect((await server.call('POST', '/user/wallet/withdraw', withdrawal)).status).toBe(200)

  volume.isFull = false
  expect((await upload()).status).toBe(200)
  expect((await degraded()).degraded).not.toContain('files')
  // What the failed upload left behind is removed.
  await server.db.run("update loose_file set since = now() - interval '2 days'")
  await files.clearForgotten()
  expect(await server.db.rows('select from loose_file')).toEqual([])
})
