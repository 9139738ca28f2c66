import { decimalOf, decimalText } from '@sauda/contract/decimal'
import type { Price } from '@sauda/contract/market'
import * as z from 'zod/mini'

/** The feed's messages, documented in docs/feed.md. */
const hello = z.object({
  type: z.literal('hello'),
  source: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** Contractual delay of the prices. */
  delaySeconds: z._default(z.number().check(z.minimum(0)), 0),
  standIn: z._default(z.boolean(), false),
})
const alive = z.object({ type: z.literal('alive') })
const prices = z.object({ type: z.literal('prices'), prices: z.array(z.unknown()).check(z.maxLength(2000)) })
const message = z.discriminatedUnion('type', [hello, alive, prices])
export type FeedMessage =
  | z.infer<typeof hello>
  | z.infer<typeof alive>
  | { readonly type: 'prices'; readonly prices: readonly Price[]; readonly refused: number }

/** Text, because a JSON number may have been rounded. */
const exact = z.pipe(
  z.string().check(z.refine((text) => (decimalOf(text) ?? 0n) > 0n)),
  z.transform((text: string) => decimalText(decimalOf(text) ?? 0n)),
)
const price = z.object({
  symbol: z.string().check(z.minLength(1), z.maxLength(30)),
  price: exact,
  at: z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text: string) => new Date(text).toISOString()),
  ),
  previousClose: z.optional(exact),
})

const mostCharacters = 1_000_000
/** Tolerated clock difference. */
const aheadMilliseconds = 5000

/** Returns undefined for an invalid message; invalid prices in it are counted and dropped. */
export function readMessage(data: unknown, now: number): FeedMessage | undefined {
  if (typeof data !== 'string' || data.length > mostCharacters) return undefined
  const parsed = message.safeParse(asJson(data))
  if (!parsed.success) return undefined
  if (parsed.data.type !== 'prices') return parsed.data
  const good = parsed.data.prices.flatMap((each) => {
    const read = price.safeParse(each)
    return read.success && Date.parse(read.data.at) <= now + aheadMilliseconds ? [read.data as Price] : []
  })
  return { type: 'prices', prices: good, refused: parsed.data.prices.length - good.length }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
