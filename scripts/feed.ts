import { startStandIn } from '../server/feed/stand-in.ts'
import { PlainError } from './child.ts'

const usualPort = 7070

/** `npm run feed`: a stand-in for a price feed, for demonstrations: invented prices on loopback. `npm run feed -- 7071` elsewhere. */
export async function main([given = String(usualPort)]: string[]): Promise<void> {
  const port = Number(given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new PlainError('Give a port from 0 to 65535.')
  const feed = await startStandIn(port).catch((error: NodeJS.ErrnoException) => {
    throw new PlainError(error.code === 'EADDRINUSE' ? `Port ${port} is in use. Give another one.` : error.message)
  })
  console.log(`Stand-in feed on ws://127.0.0.1:${feed.port}: invented prices, no market's.`)
  console.log(`Start Sauda in demo mode with FEED_URL=ws://127.0.0.1:${feed.port} to see them.`)
}
