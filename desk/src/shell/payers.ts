import { type Obstacle, obstacleTexts, releasableFrom, type Releaser } from '@sauda/contract/core/payer'
import { formatDateTime } from '@sauda/web/date-time'

type Payments = readonly { readonly obstacles: readonly Obstacle[] }[]

export const obstacleText = ({ operator, why, until }: Obstacle): string =>
  `${operator} ${obstacleTexts[why]}${until === undefined ? '' : `, until ${formatDateTime(until)}`}`

/** `act`: for example "pay this withdrawal". */
export function nobodyCan(act: string, releasers: readonly Releaser[], payments: Payments): string {
  const from = releasableFrom(releasers, payments)
  return from === undefined ? `Nobody can ${act} now` : `Nobody can ${act} before ${formatDateTime(from)}`
}

/** "Kiran, Omar or Lata". */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(names)
