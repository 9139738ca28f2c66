import { expect } from 'vitest'
import { decidePending } from './approvals.ts'
import { eventually } from './events.ts'
import type { TestServer } from './server.ts'
import type { tradingDesk, TradingClient } from './trading.ts'

type NoteLine = {
  _id: string
  state: string
  number?: string
  replaces?: string
  net: number
  clientId: string
  fault?: string
  difference?: string
  isLate: boolean
}

/** Contract notes issued, read and issued again by two operators. */
export function noteDesk(server: TestServer, desk: Awaited<ReturnType<typeof tradingDesk>>) {
  const { call, db } = server
  const { dealer, second, post, done } = desk
  const open = 'select from contract_note_day where day = $1 and (finished_at is null or problem is not null)'
  const issued = (day: string) => eventually(async () => (await db.rows(open, [day])).length === 0, 300)
  const listed = async (day: string, { id }: Pick<TradingClient, 'id'>): Promise<NoteLine[]> =>
    (await call('GET', `/desk/contract-notes?day=${day}`, { token: dealer.token })).body.notes.filter(
      ({ clientId }: NoteLine) => clientId === id,
    )
  const ask = (note: NoteLine, cause: string, by = dealer) =>
    post(`contract-notes/${note._id}/reissue`, { cause, reason: 'As the newest file says' }, by)
  const decide = (by = second, verb = 'approve') =>
    decidePending(server, by, { subject: 'contract-note.reissue', verb })
  return {
    issued,
    listed,
    ask,
    decide,
    issue: async (day: string) => {
      await done('contract-notes', { day })
      await issued(day)
    },
    /** The note that counts. */
    liveOf: async (day: string, of: Pick<TradingClient, 'id'>): Promise<NoteLine> => {
      const [live] = (await listed(day, of)).filter(({ state }) => state !== 'cancelled' && state !== 'draft')
      if (!live) throw new Error('There is no note')
      return live
    },
    reissue: async (day: string, note: NoteLine, cause: string) => {
      expect(await ask(note, cause)).toMatchObject({ status: 200, body: { waitsForSecond: true } })
      expect((await decide()).status).toBe(200)
      await issued(day)
    },
    contracts: ({ id }: Pick<TradingClient, 'id'>) =>
      db.rows<{ net: bigint; isLive: boolean }>(
        'select net, reversed_at is null as "isLive" from contract where client_id = $1 order by booked_at',
        [id],
      ),
    /** Every number is used, and each note's net is that of the journals behind it. */
    whole: async () => {
      const [counted] = await db.rows('select max(number) = count(*) as whole from contract_note')
      expect(counted).toEqual({ whole: true })
      await desk.balanced()
    },
  }
}
