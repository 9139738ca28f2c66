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
  'if the system cannot create one, that is reported after bounded tries: %s',
  (path) => expect(() => makeFolder(path)).toThrow(/^The server cannot write to \S+\. Make it writable/),
)

test('a file at its path is reported', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'data'))).toThrow('ENOTDIR')
})
