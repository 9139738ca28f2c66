import type { Notice } from '@sauda/contract/notice'

type Key = readonly string[]

const cases: readonly Key[] = [
  ['kyc'],
  ['wallet'],
  ['loan'],
  ['charge'],
  ['trade', 'reversal'],
  ['ledger', 'adjustment'],
  ['setting'],
  ['proposal'],
]

/** The queries a notice invalidates. */
export function staleKeys({ topic, id }: Notice): readonly Key[] {
  const one = (word: string): Key => (id === undefined ? [word] : [word, id])
  switch (topic) {
    case 'queue':
      // A claim names its case; anything else may have changed the open one.
      return [['queue'], ...cases.map((word) => (id === undefined ? word : [...word, id]))]
    case 'kyc':
      return [['queue'], one('kyc'), one('client'), ['clients']]
    case 'client':
    case 'profile':
    case 'bank':
    case 'session':
      return [one('client'), ['clients'], ['audit']]
    case 'wallet':
    case 'loan':
      // A trade preview shows the funds it would use.
      return [['queue'], one(topic), ['client'], ['trade', 'preview']]
    case 'charge':
      return [['queue'], one(topic), ['client'], ['reconciliation']]
    case 'trade':
      // A position appears in lists, totals and previews.
      return [['queue'], ['trade'], ['client']]
    case 'market':
      return [['market']]
    case 'setting':
      return [['queue'], one('setting'), ['client']]
    case 'proposal':
      return [['queue'], ['proposal']]
    case 'content':
      return [['content']]
    case 'ledger':
      return [['queue'], ['ledger']]
    case 'reconciliation':
      return [['reconciliation']]
    case 'mail':
      return [['mail']]
    case 'operator':
      return [['operator'], ['me'], ['audit']]
  }
}
