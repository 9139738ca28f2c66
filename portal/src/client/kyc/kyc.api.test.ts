import { expect, test } from 'vitest'
import { reuploadsOf, documentsToSend } from './kyc.api.ts'
import { neededText } from './kyc.text.ts'

test('two steps in order: front of PAN card, then front of Aadhar card', () => {
  expect(documentsToSend({ aadhaar: { status: 'missing' }, pan: { status: 'missing' } })).toEqual(['pan', 'aadhaar'])
})
test('only the document to re-upload is sent', () => {
  const documents = {
    pan: { status: 'accepted' as const },
    aadhaar: { status: 'refused' as const, reason: 'The photo is blurred' },
  }
  expect(documentsToSend(documents)).toEqual(['aadhaar'])
  expect(reuploadsOf(documents)).toEqual([{ name: 'aadhaar', reason: 'The photo is blurred' }])
})
test('nothing is to be sent during the review', () => {
  expect(documentsToSend({ pan: { status: 'waiting' }, aadhaar: { status: 'waiting' } })).toEqual([])
})
test('the screen requests only the missing document', () => {
  expect(neededText(['pan', 'aadhaar'])).toMatch(/PAN card and the front of your Aadhar card/)
  expect(neededText(['aadhaar'])).toBe('We only need the front of your Aadhar card.')
  expect(neededText([])).toBeUndefined()
})
