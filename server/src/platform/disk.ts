import { statfs } from 'node:fs/promises'
import type { Log } from './log.ts'

type DiskLimits = { readonly diskWarningBytes: number; readonly diskStopBytes: number }

export type DiskState = 'ok' | 'low' | 'full'

export type Disk = ReturnType<typeof createDisk>

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Looks at the free space of the folder's disk: too little is reported, and before it is used up writes stop. */
export function createDisk(folder: string, limits: DiskLimits, log: Log, free = freeBytes) {
  let state: DiskState = 'ok'

  async function look(): Promise<void> {
    const bytes = await free(folder)
    const now = bytes < limits.diskStopBytes ? 'full' : bytes < limits.diskWarningBytes ? 'low' : 'ok'
    const megabytes = Math.round(bytes / 2 ** 20)
    if (now !== state && now === 'ok') log.warn({ megabytes }, 'the disk has enough space again')
    if (now !== state && now === 'low') log.warn({ megabytes }, 'the disk has little space left')
    if (now !== state && now === 'full') log.error({ megabytes }, 'the disk is almost full; nothing more is written')
    state = now
  }

  return { look, state: () => state }
}
