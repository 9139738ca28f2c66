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

const mostNames = 3

/** "Kiran, Omar or Lata", or the first of many: "Kiran, Omar, Lata or 4 others". */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(
    names.length > mostNames + 1 ? [...names.slice(0, mostNames), `${names.length - mostNames} others`] : names,
  )

/** Who acts next, for example "Next: you or Kiran Desai can approve." */
export function nextText(operators: readonly { readonly _id: string; readonly name: string }[], myId?: string): string {
  const names = operators.map(({ _id, name }) => (_id === myId ? 'you' : name))
  return names.length === 0
    ? 'No other operator may approve this at the moment. An administrator can add one.'
    : `Next: ${anyOf(names.toSorted((one, other) => Number(other === 'you') - Number(one === 'you')))} can approve.`
}
