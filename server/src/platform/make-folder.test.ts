import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'sauda-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

test('a folder is made with those above it, and may be there', () => {
  makeFolder(join(root, 'one/two/three'))
  makeFolder(join(root, 'one/two/three'))
  expect(existsSync(join(root, 'one/two/three'))).toBe(true)
})

test.each(['/proc/sauda', '/proc/sauda/data', '/proc/self/sauda', '/sys/sauda'])(
  'where the system makes none that is said, and not tried for ever: %s',
  (path) => expect(() => makeFolder(path)).toThrow(/^The server cannot write to \S+\. Make it writable/),
)

test('a file in its way is told by the system', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'data'))).toThrow('ENOTDIR')
})
