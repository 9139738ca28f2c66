import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 1000
const tryAgainMs = 5000

type Kept = {
  readonly isUp: () => Promise<boolean>
  /** Starts it anew where it was. */
  readonly again: () => Promise<void>
  readonly say: (sentence: string) => void
}

/** Starts a PostgreSQL that ended without us (killed, or its disk was full) until it runs again; `stop` waits for a start under way. */
export function keepUp({ isUp, again, say }: Kept): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function bringBack(): Promise<void> {
    say('PostgreSQL ended unexpectedly; starting it again')
    let told = ''
    while (!signal.aborted) {
      try {
        await again()
        return say('PostgreSQL runs again')
      } catch (error) {
        const sentence = error instanceof Error ? error.message : String(error)
        if (sentence !== told) say(sentence)
        told = sentence
        await pause(tryAgainMs)
      }
    }
  }

  async function look(): Promise<void> {
    while (!signal.aborted) {
      await pause(lookEveryMs)
      if (!signal.aborted && !(await isUp())) await bringBack()
    }
  }

  const looking = look()
  return {
    async stop() {
      stopping.abort()
      await looking
    },
  }
}
