import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { notWritable, StartError, systemCode } from './postgres/start-error.ts'

/**
 * Creates a folder and its parents; throws a StartError if it cannot. Not with mkdir's own `recursive`, which loops endlessly in places such as /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    if (!existsSync(dirname(path))) makeFolder(dirname(path), mode)
    mkdirSync(path, { mode })
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    throw ['ENOENT', 'EACCES', 'EPERM', 'EROFS'].includes(code) ? new StartError(notWritable(path)) : error
  }
}
