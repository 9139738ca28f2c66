import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { notWritable, StartFault, systemCode } from './postgres/fault.ts'

/**
 * Makes a folder and those above it; throws a StartFault where nothing can be made. Not by mkdir's own `recursive`: where the
 * system says that a folder is missing although it is there, as in /proc, Node goes on trying for ever.
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    if (!existsSync(dirname(path))) makeFolder(dirname(path), mode)
    mkdirSync(path, { mode })
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    throw ['ENOENT', 'EACCES', 'EPERM', 'EROFS'].includes(code) ? new StartFault(notWritable(path)) : error
  }
}
