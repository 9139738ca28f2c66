import { setTimeout as wait } from 'node:timers/promises'
import type { Notice } from '@sauda/contract/core/notice'

/** A browser listening to an event stream. */
export async function listen(url: string, path: string, token: string) {
  const stop = new AbortController()
  const response = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const listener = { response, text: '', ended: false, stop: () => stop.abort() }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) listener.text += decoder.decode(part, { stream: true })
  }
  void read()
    .catch(() => {})
    .finally(() => (listener.ended = true))
  const notices = (): Notice[] =>
    [...listener.text.matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json) as Notice)
  return Object.assign(listener, { notices })
}

/** Waits until `is` holds; throws after `seconds`. */
export async function eventually(is: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await is()); await wait(20))
    if (Date.now() > end) throw new Error(`Still false after ${seconds} s: ${String(is)}`)
}
