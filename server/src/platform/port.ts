import { createServer, type AddressInfo } from 'node:net'

/**
 * Listens for a moment, so that a port in use is reported before any slow work. Returns the port, or for 0 a free
 * one.
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
