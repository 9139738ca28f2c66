import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../postgres/start-error.ts'

const fileIn = (dataDir: string) => join(dataDir, 'restore-unfinished')

/** Before a restore writes anything else, so that one that was killed is recognised. */
export const markRestore = (dataDir: string, id: string): void =>
  writeFileSync(fileIn(dataDir), `${id}\n`, { mode: 0o600, flush: true })

export const unmarkRestore = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })

export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(fileIn(dataDir))

type Target = { readonly dataDir: string; readonly databaseUrl: string | undefined }

/** Throws a StartError for what a killed restore left: a server would serve a part of the data, or begin an empty database. */
export function requireFinishedRestore({ dataDir, databaseUrl }: Target): void {
  if (!isRestoreUnfinished(dataDir)) return
  const id = readFileSync(fileIn(dataDir), 'utf8').trim()
  const remedy =
    databaseUrl === undefined
      ? `delete ${join(dataDir, 'postgres')}`
      : 'drop the database at DATABASE_URL and create it again'
  throw new StartError(
    `A restore of backup ${id} into ${dataDir} is still running, or was interrupted, and the data there is incomplete. If it no longer runs, ${remedy}, then run npm run restore again.`,
  )
}
