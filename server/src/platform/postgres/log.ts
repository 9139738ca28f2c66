import { appendFile, copyFile, readFile, stat, truncate } from 'node:fs/promises'
import { diskFull, StartFault } from './fault.ts'
import type { Home } from './home.ts'

const mostBytes = 2 * 1024 * 1024
const checkEveryMs = 60_000

/** Keeps the log and one older copy of it below a few megabytes, now and until stopped; never fails. */
export async function keepLogSmall(path: string, limitBytes = mostBytes): Promise<{ stop(): void }> {
  const check = async () => {
    if ((await sizeOf(path)) <= limitBytes) return
    // PostgreSQL holds the file open for appending: emptied in place it goes on at the start, renamed it would be followed.
    // On a full disk there is no copy, and all the more reason to empty it.
    await copyFile(path, `${path}.1`).catch(() => undefined)
    await truncate(path).catch(() => undefined)
  }
  await check()
  const timer = setInterval(() => void check(), checkEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** In bytes; a log that is not there yet has none. */
export async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    (file) => file.size,
    () => 0,
  )
}

/** Adds what a tool printed to the log; a full disk must not hide the real fault. */
export async function note(home: Home, text: string): Promise<void> {
  await appendFile(home.log, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600 }).catch(() => undefined)
}

/** What was written after `fromByte`, at most its last 8 KB. */
export async function tail(path: string, fromByte: number): Promise<string> {
  const written = (await readFile(path)).subarray(fromByte)
  return written.subarray(-8192).toString('utf8')
}

/** One sentence for what PostgreSQL or initdb printed before it gave up. */
export function explain(printed: string, home: Home): StartFault {
  const library = /error while loading shared libraries: ([^:\s]+)|Library not loaded: (\S+)/.exec(printed)
  if (library) {
    return new StartFault(
      `PostgreSQL cannot start because the shared library ${library[1] ?? library[2]} is missing or unreadable; its last lines are in ${home.log}.`,
    )
  }
  const nameless = /could not look up effective user ID (\d+)/.exec(printed)
  if (nameless) {
    return new StartFault(
      `PostgreSQL needs a system user with a name, and user ${nameless[1]} has none. Start Sauda as another user, or set DATABASE_URL.`,
    )
  }
  // The kernel says the same of shared memory, which has nothing to do with the disk.
  if (/^(?!.*shared memory).*(No space left on device|Disk quota exceeded)/im.test(printed))
    return new StartFault(diskFull(home.root))
  const lines = printed.split('\n').filter((line) => line.trim() !== '')
  const telling =
    lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  const reason = telling.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '').replace(/\.$/, '')
  return new StartFault(`PostgreSQL could not start (${reason}); its last lines are in ${home.log}.`)
}
