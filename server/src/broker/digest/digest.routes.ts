import { digestCalls } from '@sauda/contract/broker/digest'
import type { DigestContext, RouteContext } from '../../app-context.ts'
import { readDigest, sendDue, switchDigest } from './digest.ts'
import type { DigestSources } from './digest.sections.ts'

const pollMilliseconds = 60_000

export function digestRoutes(context: RouteContext & DigestContext, sources: DigestSources): void {
  const { mount, every } = context
  mount(digestCalls.read, ({ operator }) => readDigest(context, operator.id))
  mount(digestCalls.save, async ({ operator, body, ip }) => {
    await switchDigest(context, { operator, on: body.on, ip })
    return readDigest(context, operator.id)
  })
  every(pollMilliseconds, 'daily digest', () => sendDue(context, sources))
}
