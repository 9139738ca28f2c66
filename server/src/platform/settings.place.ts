import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

// Checks of addresses in settings: buckets, files and folders.

/** A further check of an address that `urlWith` has accepted. */
export const urlCheck = (fits: (url: URL) => boolean, error: string) =>
  z.refine<string>((text) => fits(new URL(text)), { error })

export const namesBucket = urlCheck(
  ({ protocol, pathname }) => protocol !== 's3:' || /^\/[^/]+$/.test(pathname),
  'must name a bucket, such as s3:///bucket',
)
export const namesFile = urlCheck(
  (url) => url.protocol === 's3:' || (url.host === '' && !statSync(url, { throwIfNoEntry: false })?.isDirectory()),
  'must name a file, such as file:///mnt/audit/head.log',
)
/**
 * Of a path only the last part is created: a mistyped path, or a disk that is not mounted, is noticed. `isWritten`: the server itself, not a command
 * on another machine, writes there.
 */
export const inFolder = (isWritten: boolean) =>
  z.check<string>(({ value, issues }) => {
    const url = new URL(value)
    if (url.protocol !== 'file:' || url.host !== '') return
    const message = placeFault(fileURLToPath(url), isWritten)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  })

function placeFault(path: string, isWritten: boolean): string | undefined {
  const folder = dirname(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `there is no folder ${folder}`
  const target = existsSync(path) ? path : folder
  try {
    if (isWritten) accessSync(target, constants.W_OK)
    return undefined
  } catch {
    return `${target} cannot be written to by the system user who starts the server`
  }
}
