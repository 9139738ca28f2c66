import { expect, test } from 'vitest'
import { bankReference, isUtr, normalizeReference } from './reference.ts'

test.each([
  'UTR 123456789012',
  'utr:123456789012',
  'UTR123456789012',
  'Utr No. 1234-5678-9012',
  'UPI/123456789012/RAVI KUMAR/ybl',
  'UPI/123456789012/R',
  'RAVI/UPI/123456789012/SBI',
  'UPI-RAVI-9876543210@ybl-HDFC0001234-123456789012-rent',
  'IMPS/P2A/123456789012/RAVI',
  'IMPS 123456789012',
  'Ref No. 123456789012',
  'UPI Ref. ID: 123456789012',
  'UPI transaction ID 123456789012',
  'bank reference number 123456789012',
  'RRN 123456789012',
  'rrn#123456789012',
  '0000123456789012',
  '１２３４５６７８９０１２',
  '१२३४५६७८९०१२',
  '௧௨௩௪௫௬௭௮௯௦௧௨',
  '૧૨૩૪૫૬૭૮૯૦૧૨',
  '1234\u200B5678\u200D9012',
  '\uFEFFutr\u00A01234 5678 9012 ',
])('%s is the UTR 123456789012', (text) => {
  expect(normalizeReference(text)).toBe('123456789012')
})

test.each([
  ['NEFT000001', 'NEFT000001'],
  ['HDFCN52026112012345678', 'HDFCN52026112012345678'],
  ['hdfc n5 2026112012345678', 'HDFCN52026112012345678'],
  ['UTR: HDFCN52026112012345678', 'HDFCN52026112012345678'],
  ['AXISCN0123456789', 'AXISCN0123456789'],
  ['SBIN123456789012', 'SBIN123456789012'],
  ['SBIN 123456789012', 'SBIN123456789012'],
  ['NEFT*HDFC0001234*SBIN123456789012*RAVI', 'SBIN123456789012'],
  ['IDIBR52026112012345678', 'IDIBR52026112012345678'],
  ['T2611201234567890123456', 'T2611201234567890123456'],
  ['Transaction ID: T2611201234567890123456', 'T2611201234567890123456'],
  ['n123456', 'N123456'],
  ['', ''],
  [' - ', ''],
])('%s is %s', (text, normal) => {
  expect(normalizeReference(text)).toBe(normal)
})

const utrs = [
  '632412345678',
  'HDFC260123456789',
  'IDIB260123456789',
  'SBINR52026112012345678',
  'UTIBN52026112012345678',
]
const labels = ['', 'UTR', 'utr no.', 'RRN', 'Ref No', 'Txn ID', 'UPI Ref', 'Transaction ID', 'Bank UTR number']
const separators = [' ', ':', ': ', '/', '-', '#', '\u200B']
const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

test.each(utrs)('a label, a separator, small letters and width change nothing about %s', (utr) => {
  expect(isUtr(utr)).toBe(true)
  for (const label of labels)
    for (const separator of separators)
      for (const written of [
        utr,
        utr.toLowerCase(),
        wide(utr),
        `${utr.slice(0, 4)} ${utr.slice(4, 8)} ${utr.slice(8)}`,
      ])
        expect([label, separator, normalizeReference(label + separator + written)]).toEqual([label, separator, utr])
})

test('a normalized reference stays as it is', () => {
  const changed: string[] = []
  const parts = ['UTR', 'UPI', '/', ' ', 'REFNO', 'NEFT', '0', 'ID', 'BANK', 'RAVI', ...utrs]
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts) {
          const once = normalizeReference(a + b + c + d)
          if (normalizeReference(once) !== once) changed.push(once)
        }
  expect(changed).toEqual([])
})

test.each(['000000', '0000000000000', 'UTR000000000000', 'CASHPAID'])('%s is no bank reference', (text) => {
  expect(bankReference.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    'A bank reference has a number other than 0',
  ])
})
