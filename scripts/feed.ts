import { startStandIn } from '../server/feed/stand-in.ts'
import { PlainError } from './child.ts'

const defaultPort = 7070

/** `npm run feed`: a simulated price feed on loopback, for demonstrations. `npm run feed -- 7071` uses another port. */
export async function main([given = String(defaultPort)]: string[]): Promise<void> {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new PlainError('The port must be a number from 0 to 65535.')
  const feed = await startStandIn(port).catch((error: NodeJS.ErrnoException) => {
    throw new PlainError(
      error.code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another port: npm run feed -- 7071` : error.message,
    )
  })
  console.log(`Simulated price feed on ws://127.0.0.1:${feed.port}. These are not market prices.`)
  console.log(`To use it, start Sauda in demo mode with FEED_URL=ws://127.0.0.1:${feed.port}`)
}
