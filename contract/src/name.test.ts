import { expect, test } from 'vitest'
import { compareNames } from './name.ts'

test.each([
  ['Asha Rao', 'ASHA RAO', 'same'],
  ['Asha  Rao', 'Smt. Asha Rao', 'same'],
  ['José D’Souza', 'JOSE D SOUZA', 'same'],
  ['Asha Rao', 'RAO ASHA', 'close'],
  ['Asha Rao', 'ASHA K RAO', 'close'],
  ['Asha Rao', 'A RAO', 'close'],
  ['Venkata Ramana', 'VENKATARAMANA', 'close'],
  ['Asha Rao', 'ASHA SHARMA', 'different'],
  ['Asha Rao', 'A R', 'different'],
  ['Asha Rao', '', 'different'],
  ['आशा राव', 'आशा राव', 'same'],
])('%s against %s on the card is %s', (registered, onCard, match) => {
  expect(compareNames(registered, onCard)).toBe(match)
})
