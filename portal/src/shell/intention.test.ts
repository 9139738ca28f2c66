import { beforeEach, expect, test, vi } from 'vitest'
import { hold, leaveOpen, release, unanswered } from './intention.ts'
import { clearSession, startSession } from './session.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage })

const address = 'POST /user/wallet/withdraw'
const asked = { body: { id: 'asha', amount: 500 } }
const logIn = (userId: string) => startSession({ token: 't', userId, isDocsVerified: 'VERIFIED' })

beforeEach(() => {
  release(address)
  kept.clear()
  logIn('asha')
})

test('the same wish keeps its key until it is answered', () => {
  const key = hold(address, asked)
  leaveOpen(address)
  expect(hold(address, asked)).toBe(key)
  release(address)
  expect(hold(address, asked)).not.toBe(key)
})

test('another amount is another wish', () => {
  const key = hold(address, asked)
  expect(hold(address, { body: { id: 'asha', amount: 501 } })).not.toBe(key)
})

test('another client in the same tab starts anew', () => {
  const key = hold(address, asked)
  leaveOpen(address)
  clearSession()
  logIn('vikram')
  expect(unanswered(address)).toBeUndefined()
  expect(hold(address, asked)).not.toBe(key)
})

test('what is under way is not unanswered; what got no answer is, also after a reload', () => {
  hold(address, asked)
  expect(unanswered(address)).toBeUndefined()
  leaveOpen(address)
  expect(unanswered(address)).toBe(JSON.stringify(asked))
  release(address)
  expect(unanswered(address)).toBeUndefined()
})
