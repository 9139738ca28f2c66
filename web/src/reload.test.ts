import { afterEach, expect, test, vi } from 'vitest'
import { isReloading, reloadOnce } from './reload.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  isReloading.set(false)
})

test('a page is loaded again at most once a minute', () => {
  const stored = new Map<string, string>()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('location', { reload })
  expect([reloadOnce(), reloadOnce()]).toEqual([true, false])
  expect(reload).toHaveBeenCalledOnce()
})

test('a browser that stores nothing does not load the page again', () => {
  const refuse = () => {
    throw new DOMException('Blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
  expect(reloadOnce()).toBe(false)
  expect(isReloading.get()).toBe(false)
})
