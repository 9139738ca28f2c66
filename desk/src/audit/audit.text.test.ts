import { expect, test } from 'vitest'
import { actionText, actorText } from './audit.text.ts'

test('an action without words of its own is shown as a sentence', () => {
  expect(actionText('kyc.accept')).toBe('Accepted a document')
  expect(actionText('coffee.brew')).toBe('Coffee: brew')
})

test('an actor without a name is named by kind', () => {
  expect(actorText({ actorKind: 'operator', actorName: 'Meera' })).toBe('Meera, operator')
  expect(actorText({ actorKind: 'system' })).toBe('System')
})
