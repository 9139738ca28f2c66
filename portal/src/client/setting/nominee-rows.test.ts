import { expect, test } from 'vitest'
import { requestOf } from './nominee-request.ts'
import { isMinorRow, shareLeft, shareOf, newRow, rowsOf, sharedEqually, type TypedNominee } from './nominee-rows.ts'

const today = '2026-11-20'
const vikram = (values: Partial<TypedNominee> = {}) =>
  newRow({ name: 'Vikram Rao', relationship: 'Spouse', share: '100', ...values })
const ira = (values: Partial<TypedNominee> = {}) =>
  newRow({
    name: 'Ira Rao',
    relationship: 'Daughter',
    share: '40',
    bornOn: '2015-01-02',
    guardian: 'Meera Rao',
    ...values,
  })

test('without a nominee there is one empty row with a share of 100%', () => {
  expect(rowsOf([])).toMatchObject([{ name: '', relationship: '', share: '100', bornOn: '' }])
})

test('an active nominee can be edited', () => {
  const nominees = [{ name: 'Vikram Rao', relationship: 'Spouse', share: 33.33 } as const]
  expect(rowsOf(nominees)).toMatchObject([{ name: 'Vikram Rao', share: '33.33', guardian: '' }])
})

test.each([
  [1, ['100']],
  [2, ['50', '50']],
  [3, ['33.33', '33.33', '33.34']],
  [7, ['14.28', '14.28', '14.28', '14.28', '14.28', '14.28', '14.32']],
])('equal shares of %i add up to 100%%', (count, shares) => {
  const rows = sharedEqually(Array.from({ length: count }, () => newRow()))
  expect(rows.map(({ share }) => share)).toEqual(shares)
  expect(shareLeft(rows)).toBe(0)
})

test('a share is read as it was meant, and rejected where that is not clear', () => {
  expect(['33.33', '33,5', '.5', ' 50 %', '१००', '0'].map(shareOf)).toEqual([33.33, 33.5, 0.5, 50, 100, 0])
  expect(['', '.', '%', '33.333', '1,000', '1a2', '-5'].map(shareOf)).toEqual(Array(7).fill(Number.NaN))
})

test('shows the share that is left', () => {
  expect(shareLeft([vikram({ share: '60' }), ira()])).toBe(0)
  expect(shareLeft([vikram({ share: '60.5' }), ira()])).toBe(-50)
  expect(shareLeft([vikram({ share: '' })])).toBeUndefined()
})

test('a minor needs a guardian, an adult does not', () => {
  expect(isMinorRow(ira(), today)).toBe(true)
  expect(isMinorRow(ira({ bornOn: '2008-11-20' }), today)).toBe(false)
  expect(requestOf([vikram({ share: '60' }), ira({ guardian: ' ' })], today)).toEqual({
    errors: { rows: [{}, { guardian: 'Enter the name of the guardian' }], form: undefined },
  })
  expect(requestOf([ira({ share: '100', bornOn: '2000-01-01' })], today)).toEqual({
    body: {
      nominees: [{ name: 'Ira Rao', relationship: 'Daughter', share: 100, bornOn: '2000-01-01' }],
      optedOut: false,
    },
  })
})

test('shows each error at its field', () => {
  const { errors } = requestOf([newRow(), ira({ bornOn: '2027-01-01' })], today) as { errors: object }
  expect(errors).toMatchObject({
    rows: [
      {
        name: 'Enter the name of each nominee',
        relationship: 'Choose how each nominee is related to you',
        share: 'Enter each share in percent, above 0 and with at most two decimals',
      },
      { bornOn: 'The date of birth lies in the future' },
    ],
  })
})

test('the shares must add up to 100%', () => {
  expect(requestOf([vikram(), ira()], today)).toEqual({
    errors: { rows: [{}, {}], form: 'The shares must add up to 100%' },
  })
})
