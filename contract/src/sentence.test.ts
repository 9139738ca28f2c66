import { expect, test } from 'vitest'
import { asSentences, withFullStop, withoutFullStop } from './sentence.ts'

test('a text has one full stop at its end, whoever typed it', () => {
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
