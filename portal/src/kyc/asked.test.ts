import { expect, test } from 'vitest'
import { askedAgain, askedFor } from './asked.ts'

test('two steps in order: front of PAN card, then front of Aadhar card', () => {
  expect(askedFor({ aadhaar: { status: 'missing' }, pan: { status: 'missing' } })).toEqual(['pan', 'aadhaar'])
})
test('only the document that is asked for again is sent', () => {
  const documents = {
    pan: { status: 'accepted' as const },
    aadhaar: { status: 'refused' as const, reason: 'The photo is blurred' },
  }
  expect(askedFor(documents)).toEqual(['aadhaar'])
  expect(askedAgain(documents)).toEqual([{ name: 'aadhaar', reason: 'The photo is blurred' }])
})
test('nothing is asked for while the desk looks', () => {
  expect(askedFor({ pan: { status: 'waiting' }, aadhaar: { status: 'waiting' } })).toEqual([])
})
