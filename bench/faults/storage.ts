import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PlainError } from '../../scripts/child.ts'
import { hashPassword } from '../../server/src/core/session/password.ts'
import { applyLoad, booksBalance, printCompared } from '../cluster/load.ts'
import { addPeople, clientId, clientToken, openBench, type Bench } from '../database.ts'
import { password } from '../fill.ts'
import { startServer } from '../program.ts'
import { printTable, reportMisses, whole } from '../report.ts'
import { send, summary, summaryHead, type Sent } from './requests.ts'

const callers = 16
/** The clients after the callers read and log in. */
const people = 40
const seconds = { before: 3, fault: 15, after: 10 }
const megabyte = 2 ** 20

interface Fault {
  name: string
  settings?: Readonly<Record<string, string>>
  begin: (bench: Bench) => Promise<unknown>
  end: (bench: Bench) => Promise<unknown>
}

/** Sends withdrawals, reads and logins before, during and after a fault; afterwards each acknowledged withdrawal must be stored once. */
async function under(bench: Bench, { name, settings, begin, end }: Fault): Promise<void> {
  await addPeople(bench.owner, people)
  await bench.owner.run('update client set password_hash = $1', [await hashPassword(password)])
  const server = await startServer(bench, settings)
  const { port } = server
  let phase = 'before'
  const seen = new Map<string, Sent[]>()
  const note = (what: string, sent: Sent) => {
    const of = `${phase}: ${what}`
    seen.set(of, [...(seen.get(of) ?? []), sent])
  }
  let isOver = false
  const repeat = async (what: string, pause: number, ask: (n: number) => Promise<Sent>) => {
    for (let n = callers + 1; !isOver; n = n < people ? n + 1 : callers + 1) {
      note(what, await ask(n))
      await wait(pause)
    }
  }
  const path = '/user/login'
  const others = Promise.all([
    repeat('reads', 10, (n) => send({ port, path: `/user/wallet/${clientId(n)}`, token: clientToken(n) })),
    repeat('logins', 500, (n) =>
      send({ port, method: 'POST', path, body: { email: `client${n}@example.com`, password } }),
    ),
  ])
  let [ended, worksAgain] = [Infinity, Infinity]
  const onAnswer = (sent: Sent) => {
    note('withdrawals', sent)
    if (sent.status === 200 && performance.now() - sent.ms > ended) worksAgain = Math.min(worksAgain, performance.now())
  }
  const all = seconds.before + seconds.fault + seconds.after
  const applied = await applyLoad({ ports: [port], callers, seconds: all, onAnswer }, async () => {
    await wait(seconds.before * 1000)
    phase = 'during'
    await begin(bench)
    await wait(seconds.fault * 1000)
    const { status, body } = await send({ port, path: '/health/ready' })
    console.log(`during: readiness ${status} ${body}`)
    await end(bench)
    ended = performance.now()
    phase = 'after'
  })
  isOver = true
  await others
  printTable(
    summaryHead,
    [...seen].toSorted(([one], [other]) => order(one) - order(other)).flatMap(([what, sent]) => summary(what, sent)),
  )
  const wrong = [...seen.values()].flat().filter(({ status }) => status === 500).length
  const misses = await printCompared([{ name, applied, databaseUrl: bench.url }])
  if (wrong > 0) misses.push(`${name}: ${wrong} answers with 500`)
  if (!(await booksBalance(port))) misses.push(`${name}: the books`)
  console.log(`money moves again ${whole(worksAgain - ended)} ms after the fault`)
  await server.stop()
  reportMisses(misses)
}

const order = (what: string): number => ['before', 'during', 'after'].indexOf(what.split(':')[0] ?? '')

/** Like a standby, or a database whose administrator stopped its writes. */
export async function readOnly(): Promise<void> {
  const bench = await openBench()
  const set = async ({ owner }: Bench, value: string) => {
    await owner.run(`alter system set default_transaction_read_only = ${value}`)
    await owner.run('select pg_reload_conf()')
  }
  await under(bench, { name: 'read-only', begin: (of) => set(of, 'on'), end: (of) => set(of, 'off') })
  await bench.stop()
}

/** A disk of its own in memory, with one file that takes its space. */
async function onSmallDisk(work: (bench: Bench, fill: (leave: number) => void, free: () => void) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-disk-'))
  if (process.getuid?.() !== 0) throw new PlainError('A small disk can only be mounted by root.')
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1500m,mode=755', 'tmpfs', folder])
  const ballast = join(folder, 'ballast')
  try {
    const bench = await openBench({ folder })
    const fill = (leave: number) => {
      const { bavail, bsize } = statfsSync(folder)
      execFileSync('fallocate', ['--length', String(bavail * bsize - Math.max(leave, 8 * megabyte)), ballast])
      // To the last byte, because the database writes meanwhile.
      if (leave === 0) spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k', 'oflag=append', 'conv=notrunc'])
    }
    await work(bench, fill, () => rmSync(ballast))
    await bench.stop()
  } finally {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** 200 MB are left, less than DISK_STOP_MB: writes stop before the database is in danger. */
export const disk = (): Promise<void> =>
  onSmallDisk((bench, fill, free) =>
    under(bench, { name: 'disk', begin: async () => fill(200 * megabyte), end: async () => free() }),
  )

/** The disk is full although no limit stopped the writes: PostgreSQL cannot begin the next file of its log. */
export const full = (): Promise<void> =>
  onSmallDisk((bench, fill, free) =>
    under(bench, {
      name: 'full',
      settings: { DISK_STOP_MB: '0', DISK_WARNING_MB: '0' },
      begin: async ({ owner }) => {
        fill(0)
        // It keeps a few files of its log for later; each is used up here.
        for (let file = 0; file < 20; file += 1) await owner.run('select pg_switch_wal()').catch(() => undefined)
      },
      end: async () => free(),
    }),
  )
