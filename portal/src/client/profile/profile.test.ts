import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'
import { profileOf } from './profile.api.ts'

test.each([
  [0, 'Good Morning'],
  [11, 'Good Morning'],
  [12, 'Good Afternoon'],
  [16, 'Good Afternoon'],
  [17, 'Good Evening'],
  [23, 'Good Evening'],
])('Good Morning before 12, Good Afternoon before 17, otherwise Good Evening: %i', (hour, words) => {
  expect(greeting(hour)).toBe(words)
})

test('accepts a profile wrapped in data, wholly or in part, and one without bank details', () => {
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: '123456789', ifsc: 'HDFC0001234' }
  const profile = { name: 'Asha', saudaId: 'SD100001', mobile: '9876543210', bankDetails }
  expect(profileOf(profile)).toMatchObject(profile)
  expect(profileOf({ data: profile })).toMatchObject(profile)
  expect(profileOf({ name: 'Asha', saudaId: 'SD100001', data: { mobile: '9876543210', bankDetails } })).toMatchObject(
    profile,
  )
  expect(profileOf({ name: 'Asha' }).bankDetails.accountNumber).toBe('')
})

test.each([
  ['uploads/asha.jpg', '/uploads/asha.jpg'],
  ['/api/user/photo/7', '/api/user/photo/7'],
  ['https://cdn.example/asha.jpg', 'https://cdn.example/asha.jpg'],
  ['', ''],
])('the photo %s is loaded from %s, whatever the screen', (profileImageUrl, address) => {
  expect(profileOf({ profileImageUrl }).profileImageUrl).toBe(address)
})

test('any status but UNVERIFIED and PENDING is the verified one, which the specification does not name', () => {
  const shown = ['UNVERIFIED', 'PENDING', 'VERIFIED', 'APPROVED'].map(
    (isDocsVerified) => profileOf({ isDocsVerified } as object).isDocsVerified,
  )
  expect(shown).toEqual(['UNVERIFIED', 'PENDING', 'VERIFIED', 'VERIFIED'])
})

test('fields that are missing or null are empty', () => {
  const bare = profileOf({ name: 'Asha', panNumber: null, bankDetails: null } as object)
  expect(bare).toMatchObject({ name: 'Asha', panNumber: '', mobile: '', profileImageUrl: '' })
  expect(profileOf({ bankDetails: {} } as object).bankDetails).toEqual(bare.bankDetails)
})
