import { expect, test } from 'vitest'
import { agreesWithPayer, compareNames } from './person-name.ts'

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
  ['राम कुमार', 'रीमा कुमार', 'different'],
  ['ரவி', 'ரவா', 'different'],
  ['फ़रहान ख़ान', 'फरहान खान', 'same'],
  ['Kumari Asha Rao', 'ASHA RAO', 'same'],
  ['Sunita Kumari', 'SUNITA DEVI', 'different'],
])('%s against %s on the card is %s', (registered, onCard, match) => {
  expect(compareNames(registered, onCard)).toBe(match)
})

test.each([
  ['Nisha Reddy', 'NISHA REDD', true],
  ['Nisha Reddy', 'Mrs NISHAREDD', true],
  ['Venkata Subramanian Krishnamurthy', 'VENKATA SUBRAMANIAN ', true],
  ['Asha Rao', 'ASHA RAO', true],
  ['Asha Rao', 'RAO ASHA', true],
  ['Ramesh Kumar', 'RAMESH K', true],
  ['Ramesh Kumar', 'RAME', false],
  ['Nisha Reddy', 'NISHA RE', false],
  ['Nisha Reddy', 'NISHA RED', true],
  ['Ravi Kumarappa', 'RAVI KUMARAN', false],
  ['Nisha Reddy', 'NISHA REDDYS', false],
  ['Nisha Reddy', '', false],
  ['Sunita Kumari', 'SUNITA DEVI', false],
  ['सीमा राव', 'सोमा राव', false],
  ['वेंकटरमण अय्यर', 'वेंकटरमण अय्', true],
  ['वेंकटरमण अय्यर', 'वेंकटरम', false],
])('a client %s and a payer “%s”: agrees is %s', (registered, payer, agrees) => {
  expect(agreesWithPayer([registered], payer)).toBe(agrees)
})

test('a payer agrees with any of the names, the account holder’s too', () => {
  expect(agreesWithPayer(['Asha Rao', 'Venkataraman Iyer'], 'VENKATARAM')).toBe(true)
  expect(agreesWithPayer(['Asha Rao', 'Venkataraman Iyer'], 'GITA MENON')).toBe(false)
  expect(agreesWithPayer([], 'GITA MENON')).toBe(false)
})
