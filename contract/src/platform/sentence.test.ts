import { expect, test } from 'vitest'
import { asSentences, withFullStop, withoutFullStop } from './sentence.ts'

test('a text ends with one full stop', () => {
  expect(['expired card', 'expired card.', 'expired card. ', 'Which card?'].map(withFullStop)).toEqual([
    'expired card.',
    'expired card.',
    'expired card.',
    'Which card?',
  ])
  expect(asSentences(['One operator may lend up to ₹1,00,000.00', 'The payer differs.'])).toBe(
    'One operator may lend up to ₹1,00,000.00. The payer differs.',
  )
  expect(withoutFullStop('The bank rejected it. ')).toBe('The bank rejected it')
})
