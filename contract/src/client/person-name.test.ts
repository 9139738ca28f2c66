import { describe, expect, test } from 'vitest'
import { registration } from './registration.ts'
import { importedClient } from './client-import.ts'
import { identityCalls } from './identity.ts'
import { panDecision } from './kyc.ts'
import { privacyCalls } from './privacy.ts'
import { nomineeValue } from './setting.ts'

const nominees = (name: string, guardian?: string) => ({
  optedOut: false,
  nominees: [
    { name, relationship: 'Spouse', share: 100, ...(guardian !== undefined && { guardian, bornOn: '2020-01-01' }) },
  ],
})
const fields = [
  ['a corrected name', (name: string) => identityCalls.correct.body.safeParse({ name, reason: 'As on the PAN card' })],
  [
    'a correction under the law on data',
    (name: string) => privacyCalls.complete.body.safeParse({ answer: 'Done', name }),
  ],
  ['the name on a PAN card', (name: string) => panDecision.safeParse({ accept: true, name })],
  ['an imported name', (name: string) => importedClient.name.safeParse(name)],
  ['a nominee', (name: string) => nomineeValue.safeParse(nominees(name))],
] as const

describe.each(fields)('%s', (_field, parse) => {
  test.each(["Maria D'Souza", 'Maria D’Souza', 'Anne-Marie Rao', 'K. S. Narayan', 'श्रीमान् नायर'])(
    'may be %s',
    (name) => {
      expect(parse(name)).toMatchObject({ success: true })
    },
  )
  test.each(['Asha 2', 'Asha <b>', '. .', '--', "'", 'asha@example.com'])('may not be %s', (name) => {
    expect(JSON.stringify(parse(name).error?.issues)).toContain(
      'A name can contain letters, spaces, dots, apostrophes and hyphens only',
    )
  })
})

test('at registration a name has letters and spaces only, as specified', () => {
  expect(registration.shape.name.safeParse("Maria D'Souza").success).toBe(false)
  expect(registration.shape.name.safeParse('Maria DSouza').success).toBe(true)
})
