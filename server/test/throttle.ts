import type { TestServer } from './server.ts'

/** Makes present delays an hour long: one of a second may end on a slow machine before it is checked. */
export const prolongDelays = ({ db }: Pick<TestServer, 'db'>): Promise<number> =>
  db.run(
    `update throttle set blocked_until = now() + interval '1 hour' where blocked_until > now() - interval '1 hour'`,
  )
