import { dateText } from '../platform/day-text.ts'
import { decimalOf, formatPrice, formatQuantity } from '../platform/decimal.ts'

/** corporate-action: kinds and the sentences that clients and operators read about them. */

export const actionNames = {
  split: 'Split',
  consolidation: 'Consolidation',
  bonus: 'Bonus',
  merger: 'Merger',
  demerger: 'Demerger',
  rights: 'Rights issue',
  allotment: 'Rights allotment',
  tender: 'Tender in a buyback',
  buyback: 'Buyback',
  dividend: 'Dividend',
} as const
export type ActionKind = keyof typeof actionNames
/** After these a holder has other shares, or another number of them, at the cost of the old ones. */
export const successionKinds = ['split', 'consolidation', 'merger', 'demerger'] as const satisfies readonly ActionKind[]
/** Whether its terms name clients with their shares. */
export const listsClients = (kind: ActionKind): kind is 'buyback' | 'tender' | 'allotment' =>
  kind === 'buyback' || kind === 'tender' || kind === 'allotment'
/** Whether it closes lots from before the ex-date. */
export const replacesLots = (kind: ActionKind): boolean =>
  listsClients(kind) || successionKinds.some((each) => each === kind)
export const actionKinds = Object.keys(actionNames) as [ActionKind, ...ActionKind[]]

/** Whether holders receive lots of another share, which the terms name. */
export const givesOther = (kind: ActionKind): boolean =>
  kind === 'merger' || kind === 'demerger' || kind === 'rights' || kind === 'allotment'

/** For so many shares `held`: those after a split, consolidation or merger, or those received besides (bonus, demerger, entitlements). */
export type ActionRatio = { readonly kind: ActionKind; readonly held: number | string; readonly given: number | string }

const quantity = (value: number | string): string => formatQuantity(decimalOf(value) ?? 0n)

/** As the exchanges write it: a split of 1:5 makes 5 of 1, a bonus or rights issue of 1:3 gives 1 new share for 3 held. */
export function ratioText({ kind, held, given }: ActionRatio): string {
  const name = actionNames[kind].toLowerCase()
  if (listsClients(kind)) return name
  if (kind === 'dividend') return `${name} of ${formatPrice(decimalOf(given) ?? 0n).replace(/\.00$/, '')} a share`
  return kind === 'bonus' || kind === 'rights'
    ? `${name} of ${quantity(given)}:${quantity(held)}`
    : `${name} of ${quantity(held)}:${quantity(given)}`
}

export type ShownAction = ActionRatio & { readonly exDate: string }

/** `After the split of 1:5 on 20 Nov 2026`. */
export const afterAction = (action: ShownAction): string =>
  `After the ${ratioText(action)} on ${dateText(action.exDate)}`

type Opened = ShownAction & { readonly creditedOn?: string | undefined; readonly isFraction?: boolean | undefined }

/** What an action did to a position; `today` decides whether new shares can be sold already. */
export function openedText(opened: Opened, today: string): string {
  const on = dateText(opened.exDate)
  if (opened.isFraction === true) {
    if (opened.kind === 'buyback') return `Bought back by the company on ${on}`
    if (opened.kind === 'tender') return `Tendered in a buyback on ${on}: blocked until the company has accepted`
    if (opened.kind === 'allotment') return `Lapsed on ${on}: the shares were not taken`
    return `${afterAction(opened)}: a fraction, paid in cash by the company`
  }
  const origin = originOf(opened, on)
  if (origin === undefined) return afterAction(opened)
  return opened.creditedOn !== undefined && opened.creditedOn > today
    ? `${origin}, can be sold from ${dateText(opened.creditedOn)}`
    : origin
}

/** Where shares come from that are credited on a day of their own. */
function originOf(opened: ShownAction, on: string): string | undefined {
  if (opened.kind === 'bonus') return `From the ${ratioText(opened)} on ${on}`
  if (opened.kind === 'rights') return `Entitlement from the ${ratioText(opened)} on ${on}`
  return opened.kind === 'allotment' ? `Allotted in a rights issue on ${on}` : undefined
}
