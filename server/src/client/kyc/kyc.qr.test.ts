import { gzipSync, inflateSync } from 'node:zlib'
import { aadhaarQrRules, kycErrors } from '@sauda/contract/client/kyc'
import { describe, expect, test } from 'vitest'
import { newQr, packed, packedOf, publicVector, signedQr, testCertificates } from '../../../test/aadhaar.ts'
import { form } from '../../../test/form.ts'
import { acceptAadhaar, kycSteps, newPan } from '../../../test/kyc.ts'
import { newOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { checkAadhaarQr } from './kyc.qr.ts'
import { kycSettings, readCertificates } from './kyc.settings.ts'

const ofTest = readCertificates(testCertificates.long) ?? []
const published = readCertificates(testCertificates.published) ?? []
const { uidaiCertificates } = kycSettings({ UIDAI_CERTIFICATES: undefined })
const { name, last4 } = newQr
const dateOfBirth = '1990-12-31'

describe('the signature', () => {
  test('of the public test vector is verified; name, date of birth and four digits are read', async () => {
    expect(await checkAadhaarQr(ofTest, packedOf(publicVector))).toEqual({
      result: 'signed',
      name: 'Sumit Kumar',
      dateOfBirth: '1984-01-01',
      last4: '2697',
    })
  })

  test('of a code without a version, and of one with a later version, is verified', async () => {
    for (const version of ['', 'V2', 'V5'])
      expect(await checkAadhaarQr(ofTest, packed(signedQr({ version })))).toEqual({
        result: 'signed',
        name,
        dateOfBirth,
        last4,
      })
  })

  test('is rejected with one changed bit anywhere, in the fields, the photo or the signature', async () => {
    const bytes = signedQr()
    for (let at = 0; at < bytes.length; at += 5) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect((await checkAadhaarQr(ofTest, packed(changed))).result).not.toBe('signed')
    }
    const vector = inflateSync(Buffer.from(packedOf(publicVector), 'base64'))
    vector[40] = (vector[40] ?? 0) ^ 1
    expect(await checkAadhaarQr([...ofTest, ...uidaiCertificates], packed(vector))).not.toHaveProperty('name')
  })

  test('of another key is forged, and no content of the code is used', async () => {
    expect(await checkAadhaarQr(uidaiCertificates, packed(signedQr()))).toEqual({ result: 'forged' })
  })

  test('made while its certificate was invalid is reported as expired', async () => {
    expect(await checkAadhaarQr(published, packedOf(publicVector))).toMatchObject({ result: 'expired', last4: '2697' })
    expect(await checkAadhaarQr(published, packed(signedQr()))).toMatchObject({ result: 'signed' })
    expect(await checkAadhaarQr(published, packed(signedQr({ madeAt: '20250601103000000' })))).toMatchObject({
      result: 'expired',
    })
  })

  test('is unknown, not forged, on a day of which not every certificate is known', async () => {
    expect(await checkAadhaarQr(uidaiCertificates, packed(signedQr({ madeAt: '20190308114407437' })))).toEqual({
      result: 'unknown',
    })
  })

  test('is forged with a date in the future, also under a valid certificate', async () => {
    for (const madeAt of [
      '20391231235959999',
      `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}103000000`,
    ])
      expect(await checkAadhaarQr([...ofTest, ...uidaiCertificates], packed(signedQr({ madeAt })))).toEqual({
        result: 'forged',
      })
  })
})

test('UIDAI’s certificates are installed without a gap from 2017 to 2029', () => {
  const periods = uidaiCertificates.map(({ validFromDate, validToDate }) => [validFromDate, validToDate] as const)
  expect(periods).toHaveLength(6)
  let until = new Date('2017-07-01')
  for (const [from, to] of periods.toSorted(([a], [b]) => a.getTime() - b.getTime())) {
    expect(from.getTime()).toBeLessThanOrEqual(until.getTime())
    if (to > until) until = to
  }
  expect(until.toISOString().slice(0, 4)).toBe('2029')
})

describe('hostile codes', () => {
  test('a compressed bomb of the largest code ends at 16 KB', async () => {
    const bomb = gzipSync(Buffer.alloc(2_800_000), { level: 9 }).toString('base64')
    expect(bomb.length).toBeLessThan(aadhaarQrRules.characters)
    const before = process.memoryUsage().arrayBuffers
    expect(await checkAadhaarQr(ofTest, bomb)).toEqual({ result: 'forged' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  })

  test.each([
    ['nothing but a signature', packed(Buffer.alloc(256))],
    ['no fields', packed(Buffer.alloc(2000))],
    ['only separators', packed(Buffer.alloc(2000, 255))],
    ['no compressed data', Buffer.alloc(1000, 7).toString('base64')],
    ['half of a code', Buffer.from(packed(signedQr()), 'base64').subarray(0, 150).toString('base64')],
    ['an impossible time', packed(signedQr({ madeAt: 'x'.repeat(17) }))],
  ])('%s', async (_what, base64) => {
    expect(await checkAadhaarQr(ofTest, base64)).toEqual({ result: 'forged' })
  })

  test('control characters and 10,000 letters in a name are not passed on', async () => {
    const long = await checkAadhaarQr(ofTest, packed(signedQr({ name: `A\u0000\u0007${'b'.repeat(10_000)}` })))
    expect(long.name).toBe(`A${'b'.repeat(aadhaarQrRules.name - 1)}`)
  })
})

describe('with the photo', async () => {
  const server = await testServer({ RATE_LIMITS: 'off', UIDAI_CERTIFICATES: testCertificates.long.pathname })
  const steps = await kycSteps(server)
  const reviewer = await newOperator(server, 'reviewer')
  const card = await jpeg()

  const upload = (client: NewClient, aadhaarQr?: string) => {
    const body = form({ pan: card, aadhaar: card })
    if (aadhaarQr !== undefined) body.append('aadhaarQr', aadhaarQr)
    return server.call('POST', '/user/upload-docs', { token: client.token, body })
  }
  const decide = (client: NewClient) => steps.decide(reviewer, client.id, { pan: newPan(), aadhaar: acceptAadhaar })

  test('the reviewer sees what UIDAI signed; address, photo and the code itself are stored nowhere', async () => {
    const client = await server.newClient()
    expect((await upload(client, packed(signedQr({ name: 'Asha Zyxwvu' })))).status).toBe(200)
    expect((await steps.submission(reviewer, client.id)).body.aadhaarQr).toEqual({
      result: 'signed',
      name: 'Asha Zyxwvu',
      dateOfBirth,
      last4,
    })
    expect(await steps.audit('kyc.upload', client.id)).toMatchObject([{ after: { aadhaarQr: 'signed' } }])
    const tables = await server.db.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name: table } of tables) {
      const found = await server.db.rows(`select 1 from "${table}" t where t::text ~ 'Zyxwvu|Kothrud|1990-12-31'`)
      expect([table, found]).toEqual([table, []])
    }
    expect((await decide(client)).body.isDocsVerified).toBe('VERIFIED')
    expect((await steps.submission(reviewer, client.id)).body.aadhaarQr).toMatchObject({ result: 'signed' })
  })

  test('a forged one is rejected with a sentence when the reviewer accepts the card', async () => {
    const client = await server.newClient()
    const bytes = signedQr()
    bytes[30] = (bytes[30] ?? 0) ^ 1
    await upload(client, packed(bytes))
    expect((await steps.submission(reviewer, client.id)).body.aadhaarQr).toEqual({ result: 'forged' })
    expect(await decide(client)).toMatchObject({ status: 422, body: kycErrors.forgedQr })
    expect((await steps.status(client)).isDocsVerified).toBe('PENDING')
  })

  test('a photo without a code changes nothing', async () => {
    const client = await server.newClient()
    await upload(client)
    expect((await steps.submission(reviewer, client.id)).body).not.toHaveProperty('aadhaarQr')
    expect((await decide(client)).body.isDocsVerified).toBe('VERIFIED')
  })

  test('data that is not a code, or too long, is rejected before it is unpacked', async () => {
    const client = await server.newClient()
    expect((await upload(client, 'not a code')).status).toBe(400)
    expect((await upload(client, 'A'.repeat(aadhaarQrRules.characters + 1))).status).toBe(400)
  })

  test('an erased data key leaves the result without the details', async () => {
    const client = await server.newClient()
    await upload(client, packed(signedQr()))
    await server.db.run("update data_key set wrapped = '' where owner_id = $1", [client.id])
    expect((await steps.submission(reviewer, client.id)).body.aadhaarQr).toEqual({ result: 'signed' })
  })
})

test('a file of certificates that cannot be read stops the start', async () => {
  await expect(testServer({ UIDAI_CERTIFICATES: '/nowhere.pem' })).rejects.toThrow('UIDAI_CERTIFICATES')
})
