import type { Notice } from '@sauda/contract/notice'

type Key = readonly string[]

/** The queries of single cases. */
export const caseKeys: readonly Key[] = [
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
  const client: readonly Key[] = [one('client'), ['clients'], ['audit']]
  // They show warnings about the client, such as a pinned one.
  const warned: readonly Key[] = [...client, ...caseKeys, ['payout']]
  const keys: Record<Notice['topic'], readonly Key[]> = {
    // A claim names its case; anything else may have changed the open one.
    queue: [['queue'], ...caseKeys.map((word) => (id === undefined ? word : [...word, id]))],
    kyc: [['queue'], one('kyc'), one('client'), ['clients']],
    client: warned,
    profile: warned,
    bank: warned,
    session: client,
    // A trade preview shows the funds it would use.
    wallet: [['queue'], one('wallet'), ['client'], ['trade', 'preview'], ['payout']],
    loan: [['queue'], one('loan'), ['client'], ['trade', 'preview']],
    charge: [['queue'], one('charge'), ['client'], ['reconciliation']],
    // A position appears in lists, totals and previews.
    trade: [['queue'], ['trade'], ['client']],
    market: [['market']],
    setting: [['queue'], one('setting'), ['client']],
    complaint: [['complaint']],
    privacy: [['privacy']],
    closure: client,
    // Clients' only.
    notification: [],
    proposal: [['queue'], ['proposal'], ['operator'], ['bank-day']],
    content: [['content']],
    ledger: [['queue'], ['ledger']],
    'broker-bank': [['broker-bank'], ['payout', 'layouts'], ['bank-day']],
    payout: [['payout'], ['queue']],
    // An open request shows its bank lines.
    reconciliation: [['reconciliation'], ['bank-day'], ['wallet']],
    mail: [['mail']],
    operator: [['operator'], ['me'], ['audit']],
  }
  return keys[topic]
}
