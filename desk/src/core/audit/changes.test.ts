import { expect, test } from 'vitest'
import { diffOf } from './changes.tsx'

test('only what changed is shown, with both sides', () => {
  expect(diffOf({ status: 'PENDING', tries: 1 }, { status: 'VERIFIED', tries: 1 })).toEqual([
    { field: 'status', before: 'PENDING', after: 'VERIFIED' },
  ])
})

test('the subject is always shown', () => {
  expect(diffOf({ document: 'pan', status: 'waiting' }, { document: 'pan', status: 'accepted' })).toEqual([
    { field: 'document', before: undefined, after: 'pan' },
    { field: 'status', before: 'waiting', after: 'accepted' },
  ])
})

test('a first setting has no before, a removal no after', () => {
  expect(diffOf(undefined, { ifsc: 'HDFC0000001' })).toEqual([
    { field: 'ifsc', before: undefined, after: 'HDFC0000001' },
  ])
  expect(diffOf({ frozen: true }, null)).toEqual([{ field: 'frozen', before: 'yes', after: undefined }])
})

test('nested values get a path', () => {
  expect(diffOf({ pan: { status: 'waiting' } }, { pan: { status: 'accepted' }, rights: ['a', 'b'] })).toEqual([
    { field: 'pan.status', before: 'waiting', after: 'accepted' },
    { field: 'rights.0', before: undefined, after: 'a' },
    { field: 'rights.1', before: undefined, after: 'b' },
  ])
})

test('plain and empty values have texts', () => {
  expect(diffOf('one', 2)).toEqual([{ field: 'value', before: 'one', after: '2' }])
  expect(diffOf({ photo: null }, { photo: {} })).toEqual([])
  expect(diffOf(undefined, undefined)).toEqual([])
})
