import { expect, test } from 'vitest'
import { otherReason, reasonText } from './decision-form.tsx'

test('free text follows the reason, or is the reason', () => {
  expect(reasonText({ reason: 'The photo is blurred', more: ' Use daylight ' })).toBe(
    'The photo is blurred. Use daylight',
  )
  expect(reasonText({ reason: 'The photo is blurred', more: ' ' })).toBe('The photo is blurred')
  expect(reasonText({ reason: otherReason, more: 'The card has expired' })).toBe('The card has expired')
  expect(reasonText({ reason: '', more: '' })).toBe('')
})
