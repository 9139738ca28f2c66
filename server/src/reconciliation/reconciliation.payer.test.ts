import { expect, test } from 'vitest'
import { payerOf } from './reconciliation.payer.ts'

test.each([
  ['UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000001-ADD FUND', 'CHITRA NAIR'],
  ['UPI-S.K. & CO-9800000009@YBL-YESB0000001-632412345678-UPI', 'S.K. & CO'],
  ['UPI/Asha Rao/412600000001/UPI', 'Asha Rao'],
  ['BY TRANSFER-UPI/CR/412600000001/ASHA RAO/HDFC/asha@okhdfc/add--', 'ASHA RAO'],
  ['IMPS/P2A/412600000001/ASHA RAO', 'ASHA RAO'],
  ['UPI/P2A/412600000001/ASHA RAO/HDFC BANK/PAY', 'ASHA RAO'],
  ['IMPS-412600000001-ASHA RAO-HDFC-XXXXXX1234', 'ASHA RAO'],
  ['BY TRANSFER-NEFT*HDFC0000001*N324260000000001*ASHA RAO', 'ASHA RAO'],
  ['NEFT CR-ICIC0000104-ASHA RAO-SAUDA-N324260000000001', 'ASHA RAO'],
])('finds the payer in %s', (text, payer) => {
  expect(payerOf(text)).toBe(payer)
})

test.each([
  'UPI/412600000001/add fund/asha@ybl/HDFC',
  'NEFT DR-SBIN0000001-ASHA RAO-NETBANK',
  'UPI-412600000001-PAY',
  'INTEREST',
  '',
])('finds no payer in “%s”', (text) => {
  expect(payerOf(text)).toBeUndefined()
})
