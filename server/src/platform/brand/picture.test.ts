import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { drawIcon } from './icon.ts'
import { readIcon, readLogo } from './picture.ts'

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
const look = { colour: '#0b3d91', ink: '#ffffff' }

test('a logo is an SVG with a viewBox or a PNG; its size is read from it', async () => {
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
])('%s is refused as a logo', (_, content) => {
  expect(() => readLogo(file('b', content))).toThrow('must be a PNG, or an SVG with a viewBox')
})

test('a file that is not there, or too large, is refused by name', () => {
  expect(() => readLogo(join(folder, 'absent'))).toThrow('names a file that cannot be read')
  expect(() => readLogo(file('c', Buffer.alloc(600 * 1024)))).toThrow('must be at most 512 KB')
})

test('an icon is square, of pixels and large enough', async () => {
  expect(readIcon(file('i.png', await png(512, 512)))).toMatchObject({ width: 512 })
  for (const content of [await png(511, 511), await png(600, 512), '<svg viewBox="0 0 512 512"></svg>'])
    expect(() => readIcon(file('j', content))).toThrow('must be a square PNG of at least 512 × 512 pixels')
})

test('without an icon the sign is drawn in the brand’s colours, whole where systems cut it', async () => {
  const pixelsOf = async (whole: boolean) => {
    const { data, info } = await sharp(await drawIcon({ ...look, icon: undefined }, { size: 96, whole }))
      .raw()
      .toBuffer({ resolveWithObject: true })
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

test('an icon of the broker’s own is drawn at the size asked for, within a white ground where systems cut it', async () => {
  const icon = readIcon(file('k.png', await png(600, 600)))
  const draw = (whole: boolean) => drawIcon({ ...look, icon }, { size: 180, whole })
  for (const whole of [true, false])
    expect(await sharp(await draw(whole)).metadata()).toMatchObject({ width: 180, height: 180, format: 'png' })
  const { data } = await sharp(await draw(true))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
})
