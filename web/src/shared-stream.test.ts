import { afterEach, expect, test, vi } from 'vitest'
import { shareStream, type SharedStreamOptions } from './shared-stream.ts'

/** The connections to the server that are open now, by path. */
const open: { path: string; send: (text: string) => void }[] = []
const answer = vi.fn<typeof fetch>()
const accept = async (path: unknown, { signal }: RequestInit = {}) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const connection = {
        path: path as string,
        send: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
      }
      open.push(connection)
      signal?.addEventListener('abort', () => {
        open.splice(open.indexOf(connection), 1)
        controller.error(new Error('aborted'))
      })
    },
  })
  return new Response(body)
}
const page = new EventTarget()
vi.stubGlobal('window', page)
vi.stubGlobal('document', new EventTarget())
vi.stubGlobal('fetch', answer.mockImplementation(accept))

const tabs: (() => void)[] = []
let names = 0
afterEach(async () => {
  for (const close of tabs.splice(0)) close()
  await vi.waitUntil(() => open.length === 0, 60_000)
  answer.mockReset().mockImplementation(accept)
  vi.unstubAllGlobals()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', answer)
})

/** One more tab of the browser. */
function openTab(name: string, more: Partial<SharedStreamOptions> = {}) {
  const seen = { events: [] as string[], polls: 0, isLive: false, rejected: 0 }
  const close = shareStream({
    name,
    path: (topics) => `/events?${topics.join(',')}`,
    headers: {},
    silentMilliseconds: 45_000,
    pollMilliseconds: 50,
    onEvent: ({ data }) => seen.events.push(data),
    onPoll: () => (seen.polls += 1),
    onLive: (isLive) => (seen.isLive = isLive),
    onRejected: () => (seen.rejected += 1),
    ...more,
  })
  tabs.push(close)
  return Object.assign(seen, { close })
}
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** A loaded machine may need longer than the usual second. */
const soon = (check: () => void) => vi.waitFor(check, 60_000)
const newName = () => `stream ${(names += 1)}`

test('eight tabs have one connection, and its events reach each of them', async () => {
  const name = newName()
  const all = Array.from({ length: 8 }, () => openTab(name))
  await soon(() => expect(all.every(({ isLive }) => isLive)).toBe(true))
  expect(open).toHaveLength(1)
  open[0]?.send('data: changed\n\n')
  await soon(() => expect(all.map(({ events }) => events)).toEqual(all.map(() => ['changed'])))
})

test('when the tab with the connection closes, the next one connects and fetches what it missed', async () => {
  const name = newName()
  const first = openTab(name)
  await soon(() => expect(open).toHaveLength(1))
  const second = openTab(name)
  await soon(() => expect(second.isLive).toBe(true))
  expect(second.polls).toBe(0)
  first.close()
  await soon(() => expect(second.polls).toBe(1))
  expect(open).toHaveLength(1)
})

test('the connection closes with its page and opens again when the page comes back', async () => {
  const tab = openTab(newName())
  await soon(() => expect(open).toHaveLength(1))
  page.dispatchEvent(new Event('pageshow'))
  expect(tab.polls).toBe(0)
  page.dispatchEvent(new Event('pagehide'))
  expect(open).toHaveLength(0)
  expect(tab.isLive).toBe(false)
  page.dispatchEvent(new Event('pageshow'))
  expect(tab.polls).toBe(1)
  await soon(() => expect(open).toHaveLength(1))
})

test('a page loaded seven times has one connection', async () => {
  const name = newName()
  for (let load = 0; load < 7; load += 1) {
    openTab(name)
    await soon(() => expect(open).toHaveLength(1))
    if (load < 6) page.dispatchEvent(new Event('pagehide'))
  }
  expect(open).toHaveLength(1)
})

test('one connection covers the topics of all tabs, and a tab that leaves costs no reconnect', async () => {
  const name = newName()
  openTab(name, { topics: ['TCS', 'INFY'] })
  await soon(() => expect(open.map(({ path }) => path)).toEqual(['/api/events?INFY,TCS']))
  const second = openTab(name, { topics: ['SBIN', 'TCS'] })
  await soon(() => expect(open.map(({ path }) => path)).toEqual(['/api/events?INFY,SBIN,TCS']))
  second.close()
  openTab(name, { topics: ['SBIN'] })
  await wait(50)
  expect(answer).toHaveBeenCalledTimes(2)
})

test('the next tab with the connection knows the topics of those that joined before it', async () => {
  const name = newName()
  const first = openTab(name, { topics: ['A'] })
  await soon(() => expect(open).toHaveLength(1))
  openTab(name, { topics: ['B'] })
  await soon(() => expect(open[0]?.path).toBe('/api/events?A,B'))
  openTab(name, { topics: ['C'] })
  await soon(() => expect(open[0]?.path).toBe('/api/events?A,B,C'))
  first.close()
  await soon(() => expect(answer).toHaveBeenCalledTimes(4))
  expect(open[0]?.path).toMatch(/B,C$/)
})

test('topics beyond the limit of a stream are polled until they fit', async () => {
  const name = newName()
  const first = openTab(name, { topics: ['A', 'B'], mostTopics: 2 })
  await soon(() => expect(open).toHaveLength(1))
  const second = openTab(name, { topics: ['C'], mostTopics: 2 })
  await soon(() => expect(second.polls).toBeGreaterThan(1))
  expect(open).toHaveLength(0)
  second.close()
  await soon(() => expect(open).toHaveLength(1))
  expect(first.polls).toBeGreaterThan(1)
})

test('without Web Locks every tab polls and none connects', async () => {
  vi.stubGlobal('navigator', {})
  const tab = openTab(newName())
  await soon(() => expect(tab.polls).toBeGreaterThan(1))
  expect(answer).not.toHaveBeenCalled()
  tab.close()
  const { polls } = tab
  await wait(120)
  expect(tab.polls).toBe(polls)
})

test('a session the server does not know is reported once, without another attempt', async () => {
  answer.mockImplementation(async () => new Response('{}', { status: 401 }))
  const tab = openTab(newName())
  await soon(() => expect(tab.rejected).toBe(1))
  await wait(50)
  expect(answer).toHaveBeenCalledTimes(1)
})
