import { readFileSync, statfsSync } from 'node:fs'

const inMemory = '/dev/shm'
const roomBytes = 6 * 1024 ** 3

/**
 * Lets a test run write its databases and files in memory where there is room: it does not wait for a disk that other
 * programs keep busy, and the hundreds of files of each new database cost less processor time.
 */
export function writeInMemory(): void {
  if (hasRoomInMemory()) process.env['TMPDIR'] = inMemory
}

function hasRoomInMemory(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${inMemory} tmpfs `))
    const { bavail, bsize } = statfsSync(inMemory)
    const room = Math.min(bavail * bsize, process.availableMemory())
    return mount !== undefined && !mount.includes('noexec') && room > roomBytes
  } catch {
    return false
  }
}
