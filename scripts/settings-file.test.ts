import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettingsFile, valuesCutAt } from './settings-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['BRAND_COLOUR=#0055ff', 1],
  ['  export BRAND_COLOUR = #0055ff', 1],
  ['SMTP_URL=smtps://name:pa#ss@mail.example', 1],
  ['BRAND_COLOUR="#0055ff"', 0],
  ["BRAND_COLOUR='#0055ff' # our blue", 0],
  ['# BRAND_COLOUR=#0055ff', 0],
  ['PORT=3000 # behind the proxy', 0],
  ['SMTP_URL= # not yet', 0],
  ['PORT=3000', 0],
])('%s is cut at its # without a word: %d', (line, count) => {
  expect(valuesCutAt(`MODE=demo\n${line}\n`)).toHaveLength(count)
})

test('each value that # would cut is named with its line and what to write, before anything is read', () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'SAUDA_TEST_SETTING=read\nBRAND_COLOUR=#0055ff\nBRAND_INK=#000000\n')
  expect(() => readSettingsFile(file)).toThrow(
    /attention:\n {2}- BRAND_COLOUR: in line 2 of \.env, # begins a comment\. Put the value into quotes: BRAND_COLOUR="…"\n {2}- BRAND_INK: in line 3/,
  )
  expect(process.env['SAUDA_TEST_SETTING']).toBeUndefined()
})
