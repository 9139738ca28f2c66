import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { liveSettings } from '../../test/live.ts'
import { testServer } from '../../test/server.ts'
import { makeBackup } from '../operation/backup/backup.ts'
import { readConfig } from '../config.ts'
import { explain } from './explain.ts'
import { makeLog } from '../platform/log.ts'
import { start } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const place = join(folder, 'backups')
const heads = join(folder, 'head.log')
const server = await testServer({ SECRET_KEY: liveSettings.SECRET_KEY })

const settings = {
  ...liveSettings,
  PORT: '0',
  AUDIT_HEAD_URL: `file://${heads}`,
  BACKUP_URL: `file://${place}`,
  BACKUP_RECIPIENT: 'age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
}

/** What a refused start prints; `start` closes what it opened. */
const faultOf = async (given: Record<string, string>): Promise<string> => {
  const config = readConfig({ ...settings, ...given })
  const close = await start(config, makeLog('silent'), () => undefined).catch((error: unknown) =>
    explain(error, config),
  )
  if (typeof close === 'string') return close
  await close()
  throw new Error('the server started')
}

describe('in live mode a start without a database', () => {
  test('is refused while backups under its key are there: a volume that is not mounted does not begin a new broker', async () => {
    const DATA_DIR = join(folder, randomUUID())
    await makeBackup({ ...server.app.context.config, backupUrl: settings.BACKUP_URL }, { portable: true })
    const fault = await faultOf({ DATA_DIR })
    expect(fault).toContain(`There is no database in DATA_DIR (${DATA_DIR})`)
    expect(fault).toContain(`backups of a broker with this secret key are at BACKUP_URL (${place}), the newest of `)
    for (const way of ['mount it and start again', 'npm run restore', 'To begin a new broker: set BACKUP_URL'])
      expect(fault).toContain(way)
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
  })

  test('is refused for a database at DATABASE_URL too, as a mistyped name would be', async () => {
    const name = `empty_${randomUUID().replaceAll('-', '')}`
    await server.db.run(`create database ${name}`)
    try {
      expect(await faultOf({ DATABASE_URL: databaseUrl(inject('postgresUrl'), name) })).toContain(
        'The database at DATABASE_URL is empty, but backups of a broker with this secret key',
      )
    } finally {
      await server.db.run(`drop database ${name} with (force)`)
    }
  })

  test('is refused while the head log has heads', async () => {
    writeFileSync(heads, '\n{"log":"one"}\n')
    const fault = await faultOf({ DATA_DIR: join(folder, randomUUID()), BACKUP_URL: '', BACKUP_RECIPIENT: '' })
    rmSync(heads)
    expect(fault).toContain(`the heads of a broker’s audit log are at AUDIT_HEAD_URL`)
    expect(fault).not.toContain('at BACKUP_URL (')
  })

  test('begins a new broker where the backups are of another key, or were moved away', async () => {
    const DATA_DIR = join(folder, randomUUID())
    mkdirSync(join(DATA_DIR, 'postgres/data'), { recursive: true })
    // Only as far as the built-in database, which this file in its folder stops.
    writeFileSync(join(DATA_DIR, 'postgres/data/other'), '')
    const goesOn = /holds files but no database/
    expect(await faultOf({ DATA_DIR, SECRET_KEY: 'w8Yk1uXv3nQ0rS5aKg7eXb2mTd4fHi6o' })).toMatch(goesOn)
    renameSync(place, `${place}-moved`)
    expect(await faultOf({ DATA_DIR })).toMatch(goesOn)
    renameSync(`${place}-moved`, place)
  })

  test('is not refused in demo mode', async () => {
    const DATA_DIR = join(folder, randomUUID())
    mkdirSync(join(DATA_DIR, 'postgres/data'), { recursive: true })
    writeFileSync(join(DATA_DIR, 'postgres/data/other'), '')
    const demo = Object.fromEntries(Object.keys(liveSettings).map((name) => [name, '']))
    expect(await faultOf({ ...demo, DATA_DIR, SECRET_KEY: liveSettings.SECRET_KEY })).toMatch(
      /holds files but no database/,
    )
  })
})
