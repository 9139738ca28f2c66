import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A proxy to PostgreSQL that can stop at the commits of money requests: `before` withholds them from the database, `after`
 * withholds their responses from the server. In both cases the server is then killed.
 */
export async function commitTrap(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const socket = `${decodeURIComponent(target.hostname)}/.s.PGSQL.${target.port}`
  let set: { when: 'before' | 'after'; left: number; pull: () => void } | undefined
  const open = new Set<Socket>()

  const proxy = createServer((server) => {
    const database = createConnection(socket)
    let isMoney = false
    let isCommitting = false
    const withhold = () => {
      if (!set || --set.left > 0) return
      set.pull()
      set = undefined
    }
    server.on('data', (part) => {
      const text = part.toString('latin1')
      if (text.includes('insert into idempotency')) isMoney = true
      // The message of a simple query: type, length, text, terminator.
      if (text.includes('Q\0\0\0\x0bcommit\0')) {
        if (isMoney && set?.when === 'before') return withhold()
        isCommitting = isMoney
        isMoney = false
      }
      database.write(part)
    })
    database.on('data', (part) => {
      if (isCommitting && part.toString('latin1').includes('COMMIT\0')) {
        isCommitting = false
        if (set?.when === 'after') return withhold()
      }
      server.write(part)
    })
    for (const [one, other] of [
      [server, database],
      [database, server],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    url: through.href,
    /** Withholds the next commits of `count` money requests; then calls `pull` once. */
    set: (when: 'before' | 'after', count: number, pull: () => void) => (set = { when, left: count, pull }),
    close: () => {
      proxy.close()
      for (const one of open) one.destroy()
    },
  }
}
