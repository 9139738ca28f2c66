import { beforeEach, expect, test } from 'vitest'
import { beginSession, endSession, session } from './session.ts'

beforeEach(() => beginSession('new'))

test('the session ends with its reason', () => {
  endSession('idle', 'new')
  expect(session.get()).toEqual({ token: null, ending: 'idle' })
})

test('a late answer to an older token leaves the newer session alone', () => {
  endSession('expired', 'old')
  endSession('expired', null)
  expect(session.get()).toEqual({ token: 'new', ending: null })
})

test('the first reason stands', () => {
  endSession('left', 'new')
  endSession('expired', 'new')
  expect(session.get().ending).toBe('left')
})
