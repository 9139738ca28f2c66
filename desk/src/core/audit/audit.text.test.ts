import { expect, test } from 'vitest'
import { actionText, actorText } from './audit.text.ts'

test('an action without a text is shown as a sentence', () => {
  expect(actionText('kyc.accept')).toBe('Accepted a document')
  expect(actionText('coffee.brew')).toBe('Coffee: brew')
})

test('an actor without a name is shown by kind', () => {
  expect(actorText({ actorKind: 'operator', actorName: 'Meera' })).toBe('Meera, operator')
  expect(actorText({ actorKind: 'system' })).toBe('System')
})
