import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { imageErrors, imageRules } from '@sauda/contract/platform/image'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { form, postRaw, rawForm } from '../../test/form.ts'
import * as picture from '../../test/picture.ts'
import { testServer } from '../../test/server.ts'

// The profile photo is the simplest way a picture comes in; every other is served the same way.
const server = await testServer({ RATE_LIMITS: 'off' })
const { token } = await server.newClient()

const send = (file: Parameters<typeof form>[0][string]) =>
  server.call('POST', '/user/upload-profile', { token, body: form({ profile: file }) })
const stored = async (answer: Awaited<ReturnType<typeof send>>) =>
  (await server.call('GET', answer.body.profileImageUrl.replace('/api', ''))).body as Buffer
const filesInStore = () => {
  const folder = join(server.app.context.config.dataDir, 'files', 'photo')
  return readdirSync(folder).length
}

describe('accepted, and stored as a newly encoded JPEG', () => {
  test.each([
    ['JPEG', picture.jpeg],
    ['PNG', picture.png],
    ['WebP', picture.webp],
    ['CMYK JPEG', picture.cmykJpeg],
    ['16-bit PNG', picture.deepPng],
    ['grey JPEG', picture.greyJpeg],
    ['PNG with transparency', picture.clearPng],
    ['a tiny picture', () => picture.jpeg(8, 8)],
    ['25 megapixels', () => picture.plainJpeg(6250, 4000)],
    ['exactly 5 MB', () => picture.jpegOfBytes(imageRules.bytes)],
  ])('%s', async (_name, make) => {
    const answer = await send(await make())
    expect(answer).toMatchObject({ status: 200, body: { message: 'Profile photo updated' } })
    const kept = await sharp(await stored(answer)).metadata()
    expect(kept).toMatchObject({ format: 'jpeg', space: 'srgb', depth: 'uchar', channels: 3, width: 512, height: 512 })
    expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('whatever its name and declared type say', async () => {
    const bytes = await picture.png()
    expect((await send({ bytes, name: 'card.pdf', type: 'application/pdf' })).status).toBe(200)
    expect((await send({ bytes, name: 'card', type: '' })).status).toBe(200)
  })

  test('turned upright, without the location', async () => {
    const bytes = await picture.sidewaysJpegWithPlace()
    expect((await sharp(bytes).metadata()).exif?.includes('Kamera')).toBe(true)
    const kept = await stored(await send(bytes))
    expect(kept.includes('Exif')).toBe(false)
    const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
    // Red was left; turned a quarter to the right it is on top.
    expect(pixel(256, 20)[0]).toBeGreaterThan(200)
    expect(pixel(256, 490)[2]).toBeGreaterThan(200)
  })

  test.each(['<html><script>alert(1)</script></html>', 'PK\u0003\u0004 zip', '%PDF-1.7 X5O!P%@AP[4\\PZX54(P^)7CC)7}'])(
    'of a picture with other content (%j) only the picture is stored',
    async (payload) => {
      const bytes = await picture.jpeg()
      const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, payload.length + 2]), Buffer.from(payload)])
      const both = Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2), Buffer.from(payload)])
      const answer = await send({ bytes: both, name: 'page.html', type: 'text/html' })
      expect(answer.status).toBe(200)
      expect((await stored(answer)).includes(payload.slice(0, 6))).toBe(false)
    },
  )
})

describe('rejected with a sentence that says what to do', () => {
  const half = async (make: () => Promise<Buffer>) => {
    const bytes = await make()
    return bytes.subarray(0, bytes.length / 2)
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['a PNG of 14,000 × 14,000', picture.bombPng, imageErrors.tooManyPixels],
    ['one row more than 25 megapixels', () => picture.plainJpeg(6250, 4001), imageErrors.tooManyPixels],
    ['a header that claims a thousand megapixels', picture.oversizedPng, imageErrors.tooManyPixels],
    ['a 16-bit PNG of 18 megapixels', picture.oversizedDeepPng, imageErrors.tooDeep],
    ['half a JPEG', () => half(picture.jpeg), imageErrors.unreadable],
    ['half a PNG', () => half(picture.png), imageErrors.unreadable],
    ['half a WebP', () => half(picture.webp), imageErrors.unreadable],
    ['an animated PNG', picture.movingPng, imageErrors.moving],
    ['an animated WebP', picture.movingWebp, imageErrors.moving],
    ['a GIF', picture.gif, imageErrors.unreadable],
    ['a TIFF', picture.tiff, imageErrors.unreadable],
    ['an AVIF', picture.avif, imageErrors.unreadable],
    ['an SVG with a script', async () => Buffer.from(svg), imageErrors.unreadable],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'), imageErrors.unreadable],
    ['plain text', async () => Buffer.from('hello'), imageErrors.unreadable],
    ['the first bytes of a PNG alone', async () => (await picture.png()).subarray(0, 8), imageErrors.unreadable],
    ['an empty file', async () => Buffer.alloc(0), imageErrors.needed],
    ['one byte more than 5 MB', () => picture.jpegOfBytes(imageRules.bytes + 1), imageErrors.tooManyBytes],
    ['20 MB', () => picture.jpegOfBytes(4 * imageRules.bytes), imageErrors.tooManyBytes],
  ])('%s', async (_name, make, refusal) => {
    const bytes = await make()
    const before = filesInStore()
    const started = process.cpuUsage()
    const answer = await send(bytes)
    expect(answer).toMatchObject({ status: refusal.status, body: refusal })
    // Not decoded. Counts work instead of time, which varies on a busy machine.
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1e6).toBeLessThan(2)
    expect(filesInStore()).toBe(before)
  })
})

describe('forms', () => {
  const post = (bytes: Buffer, type = 'multipart/form-data; boundary=edge') =>
    postRaw(server, '/user/upload-profile', { token, bytes, type })
  const file = async (disposition: string) => ({ disposition, type: 'image/jpeg', bytes: await picture.jpeg() })

  test.each([
    ['../../../etc/passwd'],
    ['..\\..\\windows'],
    ['card\u0000.jpg'],
    ['gpj.\u202ecard'],
    ['x'.repeat(300)],
    ['%2e%2e%2f'],
  ])('a file name of %j changes nothing', async (name) => {
    const answer = await post(rawForm([await file(`name="profile"; filename="${name}"`)]))
    expect(answer.status).toBe(200)
    expect(answer.body.profileImageUrl).toMatch(/^\/api\/user\/photo\/[\w-]{43}$/)
  })

  test('two photos in one field', async () => {
    const parts = [await file('name="profile"; filename="a"'), await file('name="profile"; filename="b"')]
    expect(await post(rawForm(parts))).toMatchObject({ status: 422, body: imageErrors.twice })
  })

  test.each(['selfie', '__proto__', 'constructor'])('an unknown field %s', async (name) => {
    const answer = await post(rawForm([await file(`name="${name}"; filename="a"`)]))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  test('an unknown text field', async () => {
    const parts = [await file('name="profile"; filename="a"'), { disposition: 'name="role"', bytes: 'admin' }]
    expect(await post(rawForm(parts))).toMatchObject({ status: 422, body: imageErrors.unknownField })
  })

  test('text where a photo belongs', async () => {
    const answer = await post(rawForm([{ disposition: 'name="profile"', bytes: 'me' }]))
    expect(answer).toMatchObject({ status: 422, body: imageErrors.unreadable })
  })

  test('no photo at all', async () => {
    expect(await post(rawForm([]))).toMatchObject({ status: 422, body: imageErrors.needed })
  })

  test('a thousand parts', async () => {
    const parts = Array.from({ length: 1000 }, (_, n) => ({ disposition: `name="f${n}"`, bytes: 'x' }))
    expect((await post(rawForm(parts))).status).toBeGreaterThanOrEqual(413)
  })

  test('no boundary', async () => {
    const bytes = rawForm([await file('name="profile"; filename="a"')])
    expect(await post(bytes, 'multipart/form-data')).toMatchObject({ status: 400, body: imageErrors.broken })
  })

  test('another boundary than the one announced', async () => {
    const bytes = rawForm([await file('name="profile"; filename="a"')], 'other')
    expect((await post(bytes)).status).toBe(400)
  })

  test('a form cut off in the middle', async () => {
    const bytes = rawForm([await file('name="profile"; filename="a"')])
    expect(await post(bytes.subarray(0, bytes.length / 2))).toMatchObject({ status: 400, body: imageErrors.broken })
  })

  test('JSON instead of a form', async () => {
    const answer = await server.call('POST', '/user/upload-profile', { token, body: { profile: 'x' } })
    expect(answer).toMatchObject({ status: 415, body: imageErrors.notForm })
  })

  test('text instead of a form', async () => {
    expect((await post(Buffer.from('hello'), 'text/plain')).status).toBe(415)
  })

  test('without a login the form is not read', async () => {
    const body = form({ profile: await picture.jpeg() })
    expect((await server.call('POST', '/user/upload-profile', { body })).status).toBe(401)
  })

  test('with a declared size that is too large is rejected before it is read', async () => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /api/user/upload-profile HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: 900000000\r\n\r\n--edge\r\n`,
    )
    const answer = await new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))))
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('one sender cannot use all the memory', async () => {
    const { port } = new URL(server.url)
    const other = await server.newClient()
    const head = `POST /api/user/upload-profile HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: 5000000\r\n\r\n--edge\r\ncontent-disposition: form-data; name="profile"; filename="a"\r\n\r\n`
    // None of them ends: together they would use more memory than all forms may.
    let refused = 0
    const senders = Array.from({ length: 40 }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('data', (part) => (refused += String(part).startsWith('HTTP/1.1 429 ') ? 1 : 0)).on('error', () => {})
      socket.write(head)
      return socket
    })
    await Promise.all(
      senders.map((socket) => new Promise((sent) => socket.write(Buffer.alloc(4_000_000), () => sent(undefined)))),
    )
    await eventually(() => refused > 0)
    expect(refused).toBeGreaterThan(0)
    const body = form({ profile: await picture.jpeg() })
    expect((await server.call('POST', '/user/upload-profile', { token: other.token, body })).status).toBe(200)
    for (const socket of senders) socket.destroy()
  })

  test('senders who disconnect in the middle leave no memory allocated', async () => {
    const { port } = new URL(server.url)
    const head = `POST /api/user/upload-profile HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: 5000000\r\n\r\n--edge\r\ncontent-disposition: form-data; name="profile"; filename="a"\r\n\r\n`
    const hangUp = () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.write(head)
        socket.write(Buffer.alloc(4_000_000), () => setTimeout(() => socket.destroy(), 100))
        socket.on('close', () => resolve())
      })
    // Together more than all forms may hold.
    for (let round = 0; round < 8; round++) await Promise.all(Array.from({ length: 5 }, hangUp))
    expect((await send(await picture.jpeg())).status).toBe(200)
  })
})

test('thirty photos at once are all processed, in turn', async () => {
  await send(await picture.jpeg())
  const before = filesInStore()
  const bytes = await picture.jpeg(1200, 900)
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(bytes)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  // Each replaced the one before: one is left.
  expect(filesInStore()).toBe(before)
})
