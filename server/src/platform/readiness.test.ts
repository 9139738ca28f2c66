import { expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { testServer } from '../../test/server.ts'
import { createReadiness, type DiskState } from './readiness.ts'
import { makeLog } from './log.ts'

const server = await testServer()
const { db } = server.app.context

/** One of several processes, whose disk is what `disk` says. */
function processWith(disk: { state: DiskState }) {
  const readiness = createReadiness(
    { db, disk: { state: () => disk.state, look: async () => {} }, log: makeLog('silent') },
    { hasRole: true, keepsStatements: async () => true },
  )
  const answer = async () => {
    const { obstacle, serves } = await readiness.look()
    return { obstacle, serves }
  }
  return { disk, answer, takesWrites: readiness.takesWrites }
}

test('with a full disk, a process leaves requests to one that can write, and accepts reads if there is none', async () => {
  await server.app.stop()
  await server.db.run('delete from readiness')
  const one = processWith({ state: 'ok' })
  const other = processWith({ state: 'ok' })
  expect(await one.answer()).toEqual({ serves: true })
  expect(await other.answer()).toEqual({ serves: true })

  one.disk.state = 'full'
  // An answer is shared for a moment.
  await eventually(async () => (await one.answer()).obstacle === 'disk')
  await eventually(async () => {
    await other.answer()
    return !(await one.answer()).serves
  })
  expect(await one.answer()).toEqual({ obstacle: 'disk', serves: false })
  expect(await other.answer()).toEqual({ serves: true })
  expect(one.takesWrites()).toBe(false)

  other.disk.state = 'full'
  await eventually(async () => (await other.answer()).obstacle === 'disk')
  expect(await other.answer()).toEqual({ obstacle: 'disk', serves: true })
  // The other one ends, and what it wrote last becomes old.
  await server.db.run("update readiness set at = now() - interval '1 minute'")
  await eventually(async () => (await one.answer()).serves)
  expect(await one.answer()).toEqual({ obstacle: 'disk', serves: true })

  one.disk.state = 'ok'
  await eventually(async () => (await one.answer()).obstacle === undefined)
  expect(await one.answer()).toEqual({ serves: true })
  expect(one.takesWrites()).toBe(true)
})
