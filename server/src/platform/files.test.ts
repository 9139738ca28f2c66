import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commonErrors } from '@sauda/contract/platform/error'
import S3rver from 's3rver'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { kycSteps } from '../../test/kyc.ts'
import { newOperator } from '../../test/operator.ts'
import { testServer } from '../../test/server.ts'
import { explain } from '../app/explain.ts'
import { openFiles } from './files.ts'

const directory = mkdtempSync(join(tmpdir(), 'sauda-bucket-'))
const bucketServer = () =>
  new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'photos', configs: [] }],
  })
const bucket = bucketServer()
const { port } = await bucket.run()
afterAll(async () => {
  await bucket.close()
  rmSync(directory, { recursive: true, force: true })
})
const address = (name: string, at = port) => `s3://S3RVER:S3RVER@127.0.0.1:${at}/${name}?tls=off`
const inBucket = () =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('_object'))

const servers = {
  'a folder': await testServer(),
  'a bucket': await testServer({ FILES_URL: address('photos') }),
}
const loose = (server: (typeof servers)['a folder']) => server.db.rows('select name from loose_file')

describe.each(Object.entries(servers))('files in %s', (_name, server) => {
  const { files, db } = server.app.context
  const bytes = Buffer.from('the bytes of a photo')

  test('are read as they were written, and deleted when released', async () => {
    await files.add([{ name: 'kyc/one', bytes }], async () => {})
    expect(await files.get('kyc/one')).toEqual(bytes)
    expect(await loose(server)).toEqual([])
    await db.transaction((tx) => files.release(tx, 'kyc/one'))
    expect(await files.get('kyc/one')).toEqual(bytes)
    await files.clear(['kyc/one'])
    expect(await files.get('kyc/one')).toBeUndefined()
    expect(await loose(server)).toEqual([])
  })

  test('that do not exist are undefined', async () => {
    expect(await files.get('kyc/none')).toBeUndefined()
  })

  test('are deleted when their transaction fails', async () => {
    const work = files.add([{ name: 'kyc/two', bytes }], () => Promise.reject(new Error('no')))
    await expect(work).rejects.toThrow('no')
    expect(await files.get('kyc/two')).toBeUndefined()
    expect(await loose(server)).toEqual([])
  })

  test('that a row refers to are never deleted', async () => {
    await files.add([{ name: 'kyc/three', bytes }], async () => {})
    await files.clear(['kyc/three'])
    await files.clearForgotten()
    expect(await files.get('kyc/three')).toEqual(bytes)
  })

  test('left behind by a crash are deleted after a day, not before', async () => {
    const { promise: crash, reject } = Promise.withResolvers<never>()
    const written = Promise.withResolvers<void>()
    const dying = files.add([{ name: 'kyc/four', bytes }], () => {
      written.resolve()
      return crash
    })
    await written.promise
    await files.clearForgotten()
    expect(await files.get('kyc/four')).toEqual(bytes)
    await db.run(`update loose_file set since = now() - interval '25 hours'`)
    await files.clearForgotten()
    expect(await files.get('kyc/four')).toBeUndefined()
    reject(new Error('crash'))
    await expect(dying).rejects.toThrow('crash')
  })

  test('serve a complete KYC review', async () => {
    const steps = await kycSteps(server)
    const client = await server.newClient()
    expect((await steps.upload(client)).status).toBe(200)
    const { token } = await newOperator(server, 'reviewer')
    const answer = await server.call('GET', `/desk/kyc/${client.id}/pan`, { token })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })
})

test('a bucket holds only encrypted bytes', async () => {
  expect(inBucket().some((name) => name.includes('kyc'))).toBe(true)
})

test('a file moved to another name does not open', async () => {
  const { files, config } = servers['a folder'].app.context
  await files.add([{ name: 'kyc/mine', bytes: Buffer.from('mine') }], async () => {})
  const folder = join(config.dataDir, 'files', 'kyc')
  copyFileSync(join(folder, 'mine'), join(folder, 'other'))
  await expect(files.get('kyc/other')).rejects.toThrow()
})

const silence = createServer(() => {})
await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve))
afterAll(() => silence.close())
const mute = await testServer({ FILES_URL: address('photos', (silence.address() as AddressInfo).port) })
const dead = await testServer({ FILES_URL: address('photos', 1) })
const strange = await testServer({ FILES_URL: address('no-such-bucket') })

test.each([
  ['a bucket nobody answers for', dead],
  ['a bucket that does not exist', strange],
  ['a bucket that takes calls and says nothing', mute],
])('%s: 503 with a sentence, and nothing half done', async (_name, server) => {
  const steps = await kycSteps(server)
  const client = await server.newClient()
  const answer = await steps.upload(client)
  expect(answer).toMatchObject({ status: 503, body: commonErrors.filesAway })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await steps.status(client)).toMatchObject({ isDocsVerified: 'UNVERIFIED' })
  expect((await steps.status(client)).documents.pan).toEqual({ status: 'missing' })
})

test('after a read of a store that says nothing, others fail at once, and writes are still tried', async () => {
  let calls = 0
  const counting = createServer(() => (calls += 1))
  await new Promise<void>((resolve) => counting.listen(0, '127.0.0.1', resolve))
  const { db, secret, log, config } = servers['a folder'].app.context
  const filesUrl = address('photos', (counting.address() as AddressInfo).port)
  const files = await openFiles({ filesUrl, dataDir: config.dataDir }, { db, secret, log })
  await expect(files.get('kyc/one')).rejects.toMatchObject(commonErrors.filesAway)
  const before = calls
  expect(before).toBeGreaterThan(0)
  // Without a pause it would call.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  for (let n = 0; n < 5; n += 1) await expect(files.get('kyc/one')).rejects.toMatchObject(commonErrors.filesAway)
  expect(calls).toBe(before)
  vi.restoreAllMocks()
  await expect(files.add([{ name: 'kyc/away', bytes: Buffer.from('x') }], async () => {})).rejects.toMatchObject(
    commonErrors.filesAway,
  )
  expect(calls).toBeGreaterThan(before)
  counting.close()
})

test('a folder that cannot be written is a 503 too', async () => {
  const { db, secret, log, config } = servers['a folder'].app.context
  const dataDir = join(config.dataDir, 'another')
  const files = await openFiles({ filesUrl: undefined, dataDir }, { db, secret, log })
  rmSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'files'), '')
  const work = files.add([{ name: 'kyc/x', bytes: Buffer.from('x') }], async () => {})
  await expect(work).rejects.toMatchObject({ status: 503 })
})

test('a start with a bucket that does not answer names the setting', async () => {
  const { files, config } = dead.app.context
  const error: unknown = await files.add([{ name: 'kyc/x', bytes: Buffer.from('x') }], async () => {}).catch((e) => e)
  expect(explain(error, config)).toBe(
    'The bucket at FILES_URL cannot be used (connect ECONNREFUSED 127.0.0.1:1). Check the address, the key and the permissions.',
  )
})

test('a folder without write permission is reported at the start', async () => {
  const { db, secret, log } = servers['a folder'].app.context
  const opening = openFiles({ filesUrl: undefined, dataDir: '/proc' }, { db, secret, log })
  await expect(opening).rejects.toThrow(/^The server cannot write to \/proc\/files\./)
})
