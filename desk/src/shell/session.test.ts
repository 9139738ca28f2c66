import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const reload = vi.fn<() => void>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
vi.stubGlobal('location', { reload })

/** The module as another tab of the browser has it. */
async function openTab() {
  vi.resetModules()
  return import('./session.ts')
}
type Tab = Awaited<ReturnType<typeof openTab>>
let here: Tab
let there: Tab

beforeEach(async () => {
  stored.clear()
  reload.mockReset()
  here = await openTab()
  there = await openTab()
  here.beginSession('asha')
  await vi.waitUntil(() => there.session.get().operatorId === 'asha', 60_000)
})

test('a browser that never logged in, or whose session expired, does not request the operator', async () => {
  stored.clear()
  const { session, beginSession, endSession } = await openTab()
  expect(session.get().operatorId).toBeNull()
  beginSession('asha')
  endSession('expired', 'asha')
  expect((await openTab()).session.get().operatorId).toBeNull()
})

test('no operator is known until the server has replied', async () => {
  const { session, endSession } = await openTab()
  expect(session.get()).toEqual({ operatorId: undefined, ending: null })
  endSession('expired', undefined)
  expect(session.get()).toEqual({ operatorId: null, ending: null })
})

test.each(['left', 'idle', 'expired'] as const)('a session that ends as %s ends in every tab', async (ending) => {
  there.endSession(ending, 'asha')
  await vi.waitFor(() => expect(here.session.get()).toEqual({ operatorId: null, ending }), 60_000)
  expect(there.session.get()).toEqual({ operatorId: null, ending })
})

test('a late reply to the previous operator does not change the session, and the first end counts', () => {
  here.endSession('expired', 'bela')
  expect(here.session.get()).toEqual({ operatorId: 'asha', ending: null })
  here.endSession('left', 'asha')
  here.endSession('expired', 'asha')
  expect(here.session.get().ending).toBe('left')
})

test('another operator’s login reloads the pages of the previous operator', async () => {
  here.endSession('expired', 'asha')
  there.beginSession('asha')
  await vi.waitFor(() => expect(here.session.get()).toEqual({ operatorId: 'asha', ending: null }), 60_000)
  expect(reload).not.toHaveBeenCalled()
  there.beginSession('bela')
  await vi.waitFor(() => expect(reload).toHaveBeenCalled(), 60_000)
  expect(here.session.get().operatorId).toBe('asha')
})

test('a logout that did not reach the server still counts after a reload, until the next login', async () => {
  here.endSession('left', 'asha')
  const reloaded = await openTab()
  expect(reloaded.session.get().operatorId).toBeNull()
  reloaded.beginSession('asha')
  expect((await openTab()).session.get().operatorId).toBeUndefined()
})
