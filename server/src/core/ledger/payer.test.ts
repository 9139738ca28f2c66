import { agreesWithPayer } from '@sauda/contract/platform/person-name'
import { expect, test } from 'vitest'
import { payerAccountOf, payerOf } from './payer.ts'

test.each([
  ['UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000001-ADD FUND', 'CHITRA NAIR'],
  ['UPI-CHITRA NAIR-CHITRA-1@OKSBI-SBIN0000001-412600000001-ADD FUND', 'CHITRA NAIR'],
  ['UPI-S.K. & CO-9800000009@YBL-YESB0000001-632412345678-UPI', 'S.K. & CO'],
  ['UPI/Asha Rao/412600000001/UPI', 'Asha Rao'],
  ['UPI/Asha Rao/asha.rao@okaxis/add fund/AXIS BANK/412600000001/ICI7de43fa40188479e', 'Asha Rao'],
  ['BY TRANSFER-UPI/CR/412600000001/ASHA RAO/HDFC/asha@okhdfc/add--', 'ASHA RAO'],
  ['IMPS/P2A/412600000001/ASHA RAO', 'ASHA RAO'],
  ['UPI/P2A/412600000001/ASHA RAO/HDFC BANK/PAY', 'ASHA RAO'],
  ['IMPS-412600000001-ASHA RAO-HDFC-XXXXXX1234', 'ASHA RAO'],
  ['MMT/IMPS/412600000001/GITA/MENON/ASHA RAO/HDFC0000443', 'ASHA RAO'],
  ['Recd:IMPS/412600000001/ASHA RAO/KKBK/X1234/add fund', 'ASHA RAO'],
  ['BY TRANSFER-NEFT*HDFC0000001*N324260000000001*ASHA RAO', 'ASHA RAO'],
  ['NEFT CR-ICIC0000104-ASHA RAO-SAUDA-N324260000000001', 'ASHA RAO'],
  ['NEFT-N324260000000001-ASHA RAO-ADD FUND-00501234567890-HDFC0000240', 'ASHA RAO'],
  ['NEFT/N324260000000001/ASHA RAO/HDFC BANK/ADD FUND', 'ASHA RAO'],
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

test.each([
  ['UPI-CHITRA NAIR-Chitra@OkSbi-SBIN0000001-412600000001-ADD FUND', 'CHITRA@OKSBI'],
  ['UPI-RAVI-RAVI.K-1@OKAXIS-UTIB0000001-412600000001-gita@ybl', 'RAVI.K-1@OKAXIS'],
  ['UPI-S.K. & CO-9800000009-2@YBL-YESB0000001-632412345678-UPI', '9800000009-2@YBL'],
  ['UPI/412600000001/add fund/asha@ybl/HDFC', 'ASHA@YBL'],
  ['UPI/632209181704/Payment/ravi@okhdfc/HDFC BANK/ICI7de43fa40188479e', 'RAVI@OKHDFC'],
  ['UPI/632209181704/x/gita@ybl/YES/ravi@okhdfc/HDFC BANK/ICI7de43fa40188479e', 'RAVI@OKHDFC'],
  ['UPI/Asha Rao/asha.rao@okaxis/gita@ybl/AXIS BANK/412600000001/ICI7de43fa40188479e', 'ASHA.RAO@OKAXIS'],
  ['BY TRANSFER-UPI/CR/412600000001/ASHA RAO/HDFC/asha@okhdfc/gita@ybl--', 'ASHA@OKHDFC'],
  ['UPI/P2A/412600000001/ASHA RAO/asha@okhdfc/HDFC BANK', 'ASHA@OKHDFC'],
  ['IMPS-412600000001-ASHA RAO-HDFC-50100012345678-ADD', '50100012345678'],
  ['NEFT-N324260000000001-ASHA RAO-ADD FUND-00501234567890-HDFC0000240', '501234567890'],
  ['RTGS-HDFCR52026111900123456-ASHA RAO-50100012345678-HDFC0000240', '50100012345678'],
  ['FT - CR - 50100012345678 - ASHA RAO', '50100012345678'],
  ['BY TRANSFER-INB ADD FUND TRANSFER FROM 00000038211445567 MRS ASHA RAO', '38211445567'],
])('finds the payer’s account in %s', (text, account) => {
  expect(payerAccountOf(text)).toBe(account)
})

test.each([
  ['masked', 'IMPS-412600000001-ASHA RAO-HDFC-XXXXXX1234'],
  ['that may be cut at ten characters', 'BY TRANSFER-UPI/CR/412600000001/NISHA REDD/HDFC/nisha@okhd/add--'],
  ['in the payer’s own remark', 'UPI/P2A/412600000001/ASHA RAO/HDFC BANK/gita@ybl'],
  ['in the payer’s own remark', 'UPI/Asha Rao/412600000001/gita@ybl'],
  ['of the bank’s pool', 'BY TRANSFER-UPI/CR/412600000001/ASHA/HDFC/TRANSFER FROM 4897690162095'],
  ['of a payee', 'NEFT DR-SBIN0000001-ASHA RAO-38211445567'],
  ['missing', 'INTEREST'],
  ['missing', ''],
])('finds no account in %s: “%s”', (_what, text) => {
  expect(payerAccountOf(text)).toBeUndefined()
})

test('a name cut by SBI is not another payer; a shorter or other one is', () => {
  const isOther = (payer: string) => {
    const read = payerOf(`BY TRANSFER-UPI/CR/412600000001/${payer}/HDFC/asha@okhdfc/add--`)
    return read !== undefined && !agreesWithPayer(['Nisha Reddy'], read)
  }
  expect(['NISHA REDD', 'NISHA REDDY', 'NISHA RE', 'GITA MENON'].map(isOther)).toEqual([false, false, true, true])
})
