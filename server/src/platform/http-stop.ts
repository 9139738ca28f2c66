import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const stopRules = {
  /** For a connection on which nothing was asked. */
  unusedMilliseconds: 500,
  turnMilliseconds: 0.5,
} as const

/** Browsers open connections before they need them. Node counts an unused one as busy, which would delay a stop. */
export function closeConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    // A proxy may be sending its request at this moment.
    setTimeout(() => unused.forEach((socket) => socket.destroy()), stopRules.unusedMilliseconds)
    await untilAccepted()
  })
}

/** The system resets connections that are not accepted when listening ends; after a short turn of the loop there are none. */
async function untilAccepted(): Promise<void> {
  for (let turns = 0; turns < 1000; turns += 1) {
    const began = performance.now()
    await new Promise(setImmediate)
    if (performance.now() - began < stopRules.turnMilliseconds) return
  }
}
