import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import '../../platform/image.ts'
import { drawIcons, readIcon, readLogo } from './brand.pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-picture-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
const colours = { colour: '#0b3d91', ink: '#ffffff' }

test('reads the size of a logo, which is an SVG with a viewBox or a PNG', async () => {
  expect(readLogo(file('a.svg', '<svg viewBox="0 0 120 24"></svg>'))).toMatchObject({
    type: 'image/svg+xml',
    width: 120,
    height: 24,
  })
  expect(readLogo(file('a.png', await png(300, 60)))).toMatchObject({ type: 'image/png', width: 300, height: 60 })
})

test.each([
  ['an SVG without a viewBox', '<svg></svg>'],
  ['something else', 'GIF89a'],
  ['nothing', ''],
])('rejects %s as a logo', (_, content) => {
  expect(() => readLogo(file('b', content))).toThrow('must be a PNG, or an SVG with a viewBox')
})

test('rejects a file that is missing or too large', () => {
  expect(() => readLogo(join(folder, 'absent'))).toThrow('names a file that cannot be read')
  expect(() => readLogo(file('c', Buffer.alloc(600 * 1024)))).toThrow('must be at most 512 KB')
})

test('accepts only a square PNG of 512 pixels or more as an icon', async () => {
  expect(readIcon(file('i.png', await png(512, 512)))).toMatchObject({ width: 512 })
  for (const content of [await png(511, 511), await png(600, 512), '<svg viewBox="0 0 512 512"></svg>'])
    expect(() => readIcon(file('j', content))).toThrow('must be a square PNG of at least 512 × 512 pixels')
})

test('draws the sign in the brand’s colours, to the edges where systems cut icons', async () => {
  const pixelsOf = async (maskable: boolean) => {
    const [icon] = await drawIcons(undefined, colours, [{ size: 96, maskable }])
    const { data, info } = await sharp(icon).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * 96 + x) * info.channels, (y * 96 + x + 1) * info.channels),
    ]
    return { corner: at(0, 0), ground: at(48, 8), line: at(42, 40) }
  }
  expect(await pixelsOf(false)).toMatchObject({ corner: expect.arrayContaining([0]), ground: [11, 61, 145, 255] })
  expect((await pixelsOf(false)).corner[3]).toBe(0)
  expect((await pixelsOf(false)).line).toEqual([255, 255, 255, 255])
  expect((await pixelsOf(true)).corner).toEqual([11, 61, 145, 255])
})

test('closes the SVG reader again, so that no photo of a client reaches it', async () => {
  await drawIcons(undefined, colours, [{ size: 16, maskable: false }])
  await expect(sharp(Buffer.from('<svg viewBox="0 0 1 1"/>')).metadata()).rejects.toThrow('unsupported image format')
})

test('resizes an icon of the broker’s own, inside a white margin where systems cut icons', async () => {
  const icon = readIcon(file('k.png', await png(600, 600)))
  const draw = async (maskable: boolean) => (await drawIcons(icon, colours, [{ size: 180, maskable }]))[0]
  for (const maskable of [true, false])
    expect(await sharp(await draw(maskable)).metadata()).toMatchObject({ width: 180, height: 180, format: 'png' })
  const { data } = await sharp(await draw(true))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
})
