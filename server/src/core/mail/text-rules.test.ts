import { expect, test } from 'vitest'
import { clientTextErrors } from '@sauda/contract/client/client-text'
import { clientTextError } from './client-text.ts'

const own = { publicUrl: 'https://sauda.example', references: ['412345678901'] }
const { upi, account, link, secret } = clientTextErrors

test.each([
  ['Pay to broker.desk@okhdfc to continue', upi],
  ['Use upi://pay?pa=x today', upi],
  ['Transfer to account 50100123456789', account],
  ['Transfer to 5010 0123 4567 89', account],
  ['Your UTR 512345678901 is unknown', account],
  ['Verify at https://sauda-example.com/login', link],
  ['Verify at sauda.example.evil.com', link],
  ['See www.mybroker.in', link],
  ['See https://sauda.example@evil.com/', link],
  ['Please send us the OTP you received', secret],
  ['To continue, reply with your password', secret],
  ['Pay to ｂｒｏｋｅｒ．ｄｅｓｋ＠ｏｋｈｄｆｃ to continue', upi],
  ['Pay to broker.desk @ ybl', upi],
  ['Transfer to ５０１００１２３４５６７８９', account],
  ['Transfer to ५०१००१२३४५६७८९', account],
  ['Transfer to 5010.0123.4567.89', account],
  ['Transfer to 5010  0123  4567  89', account],
  ['Transfer to 5010_0123–4567—89', account],
  ['Transfer to A/c50100123456789', account],
  ['Transfer to ₹50100123456789', account],
  ['Transfer to 50-10-0123 4567 89', account],
  ['Verify at sauda-kyc.top', link],
  ['Verify at sauda.support/kyc', link],
  ['Verify at सौदा.com', link],
  ['Please share the OTPs you received', secret],
  ['Tell us the 6-digit code', secret],
  ['Send the code you got by SMS', secret],
  ['What is your OTP?', secret],
  ['Do not worry, send us your OTP', secret],
  ['Do not delay: please share the password', secret],
  ['Without delay send us your PIN', secret],
  ['कृपया अपना ओटीपी भेजें', secret],
  ['Apna OTP batao', secret],
])('rejects “%s”', (text, error) => {
  expect(clientTextError(text, own)).toEqual(error)
})

test.each([
  'Your UTR 412345678901 of ₹1,00,00,000.00 arrived on 2026-11-22 10:30.',
  'Never share your password or OTP with anybody.',
  'Log in at https://sauda.example/login, or write to help@broker.example.',
  'You can complain at scores.sebi.gov.in or smartodr.in.',
  'Request ADD100001 of 22 Nov 2026 was rejected. Amount: Rs 500000000',
  'Your name on the card is “Asha M.Rao”. Please send the photo again.',
  'We never ask for your OTP, so do not share it with anyone.',
  'Our staff will never call, text or e-mail you to ask for your OTP.',
  'Never share your OTP, and send the photo again.',
  'Please send the photo again, with the QR code that the app shows, and the correct IFSC code.',
  'अपना ओटीपी किसी को न बताएं।',
  'UTR 412345678901 22 Nov 2026, 12345678.50 rupees, of INZ000123456.',
  'Write to first.me@sauda.example.',
  'Your complaint SEBIP/MH26/0004711/1 is closed.',
])('accepts “%s”', (text) => {
  expect(clientTextError(text, own)).toBeUndefined()
})
