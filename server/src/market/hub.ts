import { setImmediate as others } from 'node:timers/promises'
import { marketRules } from '@sauda/contract/market'
import type { FastifyReply } from 'fastify'
import type { Board } from './board.ts'
import { createStreams } from './streams.ts'
import type { Group, PriceStream } from './streams.ts'

/** Writes in a row before whatever else the process has to do gets its turn. */
const inOneGo = 500

/** Tells the price streams of this process what is on the board. `livingOf` says which sessions still live. */
export function createHub(board: Board, livingOf: (sessionIds: string[]) => Promise<ReadonlySet<string>>) {
  const streams = createStreams()

  function open(reply: FastifyReply, sessionId: string, symbols: readonly string[]): void {
    const stream = streams.open(reply, { sessionId, symbols, seq: board.seq() })
    const prices = pricesSince(board, stream.group, 0)
    stream.write(Buffer.concat(prices ? [clockNow(board), prices] : [clockNow(board)]))
  }

  /** False while a browser has not taken what was written before; one that takes nothing for long is let go. */
  function isReady(stream: PriceStream): boolean {
    if (stream.unread() === 0) {
      stream.behindSince = undefined
      return true
    }
    stream.behindSince ??= Date.now()
    if (Date.now() - stream.behindSince > marketRules.unreadSeconds * 1000) streams.end(stream)
    return false
  }

  /** Calls `write` for every stream of every group; what it returned true for counts towards a pause. */
  async function each(write: (stream: PriceStream) => boolean, next?: (group: Group) => void): Promise<void> {
    let written = 0
    for (const group of streams.groups()) {
      next?.(group)
      for (const stream of group.streams) {
        if (!write(stream)) continue
        written += 1
        if (written % inOneGo === 0) await others()
      }
    }
  }

  /** Writes to every stream what changed since it was last written to: of each symbol the newest price only. */
  async function flush(): Promise<void> {
    // Browsers that keep up were last written to at the same moment, so those of a group share the same bytes.
    const news = new Map<number, News>()
    const write = (stream: PriceStream): boolean => {
      if (stream.seq === board.seq() || !isReady(stream)) return false
      const { bytes, upTo } = news.get(stream.seq) ?? newsSince(board, stream.group, stream.seq)
      news.set(stream.seq, { bytes, upTo })
      stream.seq = upTo
      if (bytes) stream.write(bytes)
      return bytes !== undefined
    }
    await each(write, () => news.clear())
  }

  /** Tells every browser what time it is and how the feed is. */
  async function beat(): Promise<void> {
    const clock = clockNow(board)
    await each((stream) => {
      if (isReady(stream)) stream.write(clock)
      return true
    })
  }

  /** Ends the streams whose sessions are over; one question to the database for all of them. */
  async function endDead(): Promise<void> {
    const asked = streams.sessions()
    if (asked.length === 0) return
    const living = await livingOf(asked)
    for (const id of asked) if (!living.has(id)) streams.endSession(id)
  }

  return { open, flush, beat, endDead, count: streams.count, close: () => streams.close() }
}

type News = { readonly bytes: Buffer | undefined; readonly upTo: number }

const newsSince = (board: Board, group: Group, seq: number): News => ({
  bytes: pricesSince(board, group, seq),
  upTo: board.seq(),
})

function pricesSince(board: Board, { symbols }: Group, seq: number): Buffer | undefined {
  const news = symbols.flatMap((symbol) => {
    const entry = board.entry(symbol)
    return entry && entry.seq > seq ? [entry.json] : []
  })
  return news.length === 0 ? undefined : Buffer.from(`event: price\ndata: [${news.join(',')}]\n\n`)
}

const clockNow = (board: Board): Buffer => Buffer.from(`event: clock\ndata: ${JSON.stringify(board.clock())}\n\n`)
