import type { TestServer } from './server.ts'

/** Makes present delays an hour long: one of a second may end on a slow machine before it is checked. */
export const prolongDelays = ({ db }: Pick<TestServer, 'db'>): Promise<number> =>
  db.run(
    `update throttle set blocked_until = now() + interval '1 hour' where blocked_until > now() - interval '1 hour'`,
  )

/**
 * The most of a burst of attempts since `began` that may be allowed: six, and one more for each wait, of 1, 2, 4 … seconds,
 * that was over before the last attempt began.
 */
export const mostAllowed = (began: number): number => 6 + Math.floor(Math.log2((performance.now() - began) / 1000 + 1))
