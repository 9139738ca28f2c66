import { expect, test, vi } from 'vitest'
import { eventually } from '../../test/events.ts'
import { testServer } from '../../test/server.ts'
import { newId, synchronizeIds } from './id.ts'

const server = await testServer()
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test.each([-3_600_000, 3_600_000])(
  'ids have the database’s time while the process’s clock is off by %d ms',
  async (off) => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + off)
    let difference = Infinity
    // The database may be busy: a slow answer is not used for the clock, and the next one is.
    await eventually(async () => {
      await synchronizeIds(server.db)
      const row = await server.db.row<{ now: Date }>('select clock_timestamp() as now')
      difference = Math.abs(timeOf(newId()) - (row?.now.getTime() ?? 0))
      return difference < 1500
    })
    expect(difference).toBeLessThan(1500)
    clock.mockRestore()
    await synchronizeIds(server.db)
  },
)

test('ids of one process are in the order in which they were made, also when the clock goes back a little', async () => {
  const clock = vi.spyOn(Date, 'now')
  const start = performance.timeOrigin + performance.now()
  const ids = [0, 0, 1, -3, 0, 2, 2].map((ms) => {
    clock.mockReturnValueOnce(Math.round(start) + ms)
    return newId()
  })
  clock.mockRestore()
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})
