import * as z from 'zod/mini'
import { isOnThisMachine, urlCheck, urlWith, type LiveRule } from '../../platform/settings.ts'

export const marketVariables = {
  FEED_URL: z.optional(
    urlWith('ws:', 'wss:').check(
      urlCheck(
        ({ hash, username }) => hash + username === '',
        'must be an address without # and without a name in front of @',
      ),
    ),
  ),
}
const schema = z.object(marketVariables)

const isPrivate = (url: string): boolean => new URL(url).protocol === 'wss:' || isOnThisMachine(url)

export const marketLiveRules = (e: z.infer<typeof schema>): LiveRule[] => [
  [
    e.FEED_URL === undefined || isPrivate(e.FEED_URL),
    'FEED_URL: must be a wss address in live mode, or one of this machine',
  ],
]
