import type { Right } from '../platform/call.ts'
import { type Exactly, type Kind, onlyFields, type PayloadOf, type Used } from './proposal-field.ts'
import { proposalKinds } from './proposal-kinds.ts'
import { queueRights, type QueueKind } from './queue.ts'

/** proposal: every kind of decision that one operator requests and another makes; queue, rights, review and audit follow from it. */

export type ProposalKind = keyof typeof proposalKinds
export type Payload<K extends ProposalKind> = PayloadOf<(typeof proposalKinds)[K]['fields']>
/** Rejects a payload with a field that the table does not list. */
export type Listed<K extends ProposalKind, Given> = Given & Exactly<Given, Payload<K>>

/** Decided by two operators in the feature's own table. `type` is that of the queue, where its list names one. */
export const twoStepKinds = {
  deposit: { queue: 'deposit', title: 'Deposit' },
  withdrawal: { queue: 'withdrawal', title: 'Withdrawal' },
  credit: { queue: 'adjustment', title: 'Credit adjustment' },
  debit: { queue: 'adjustment', title: 'Debit adjustment' },
  cashback: { queue: 'adjustment', title: 'Cashback adjustment' },
  reversal: { queue: 'reversal', title: 'Reversal of a trade' },
} as const satisfies Record<string, Omit<Kind, 'fields'>>

const all: Readonly<Record<string, Omit<Kind, 'fields'>>> = { ...proposalKinds, ...twoStepKinds }

export const isProposalKind = (kind: string): kind is ProposalKind => Object.hasOwn(proposalKinds, kind)
export const proposalKindNames = Object.keys(proposalKinds) as [ProposalKind, ...ProposalKind[]]

export const titleOf = (kind: string): string | undefined => (Object.hasOwn(all, kind) ? all[kind]?.title : undefined)
export const queueOf = (kind: ProposalKind): QueueKind => proposalKinds[kind].queue
export const rightOf = (kind: ProposalKind): Right => queueRights[queueOf(kind)]
/** Without it a proposal lapses. */
export function makerRightOf(kind: ProposalKind): Right {
  const given: Kind = proposalKinds[kind]
  return given.makers ?? rightOf(kind)
}
export const kindsIn = (queue: QueueKind): ProposalKind[] => proposalKindNames.filter((kind) => queueOf(kind) === queue)

export const storedFields = (kind: ProposalKind, payload: object) => onlyFields(proposalKinds[kind].fields, payload)

/** One thing that nothing else can use, such as `line:0198…`. */
export type Use = `${Used}:${string}`

/** What the fields of a proposal name that it would use. */
export function usesOf(kind: ProposalKind, payload: object): Use[] {
  const { uses = {} }: Kind = proposalKinds[kind]
  const fields = { ...payload } as Readonly<Record<string, string | readonly string[] | undefined>>
  return (Object.entries(uses) as [Used, string][]).flatMap(([what, name]) =>
    [fields[name] ?? []].flat().map((id): Use => `${what}:${id}`),
  )
}
