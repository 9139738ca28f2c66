import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { firstLine } from './restore.ts'

test.each([
  ['a line', 'first\nsecond\n', 'first'],
  ['a file without a line break, such as a generated key', 'first', 'first'],
  ['nothing', '', ''],
])('the key of a restore may come from %s', async (_, text, line) =>
  expect(await firstLine(Readable.from([text]), false)).toBe(line),
)
