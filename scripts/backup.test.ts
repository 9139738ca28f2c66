import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeIdentity } from './backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-identity-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a new identity is a file that age reads, for its owner alone, and never replaces one', async () => {
  const file = join(folder, 'identity.txt')
  const printed = await writeIdentity(file)
  const [, recipient = ''] = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(printed) ?? []
  // age rejects a file with any other line.
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^# public key: ${recipient}\nAGE-SECRET-KEY-1[0-9A-Z]+\n$`))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(printed).not.toContain('AGE-SECRET-KEY')
  const before = readFileSync(file, 'utf8')
  await expect(writeIdentity(file)).rejects.toThrow(`${file} exists already, and was left as it is.`)
  expect(readFileSync(file, 'utf8')).toBe(before)
  await expect(writeIdentity(join(folder, 'none/identity.txt'))).rejects.toThrow('cannot be written')
})
