import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * Listens for a moment and lets go: a port in use is told before any slow work. Answers the port, or for 0 one that
 * is free just now. Somebody may still take it in between; then the real listening fails the same way.
 */
export function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port, host, exclusive: true }, () => {
      const found = (probe.address() as AddressInfo).port
      probe.close(() => resolve(found))
    })
  })
}
