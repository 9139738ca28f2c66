import type { Notice } from '@sauda/contract/notice'

type Key = readonly string[]

/** Which answers in the desk's memory a notice makes old. */
export function staleKeys({ topic, id }: Notice): readonly Key[] {
  const one = (word: string): Key => (id === undefined ? [word] : [word, id])
  switch (topic) {
    case 'queue':
      // Who has a case in hand stands on its screen too.
      return [['queue'], ['kyc'], ['wallet'], ['loan'], ['charge'], ['trade'], ['setting']]
    case 'kyc':
      return [['queue'], one('kyc'), one('client'), ['clients']]
    case 'client':
    case 'profile':
    case 'bank':
    case 'session':
      return [one('client'), ['clients'], ['audit']]
    case 'wallet':
    case 'loan':
      // What would pay for the trade on the ticket changes with it.
      return [['queue'], one(topic), ['client'], ['trade', 'preview']]
    case 'charge':
      return [['queue'], one(topic), ['client'], ['reconciliation']]
    case 'trade':
      // Of one position much is on show: lists, totals, previews, what was sold from it.
      return [['queue'], ['trade'], ['client']]
    case 'market':
      return [['market']]
    case 'setting':
      return [['queue'], one('setting'), ['client']]
    case 'content':
      return [['content']]
    case 'ledger':
      return [['ledger']]
    case 'reconciliation':
      return [['reconciliation']]
    case 'mail':
      return [['mail']]
    case 'operator':
      return [['operator'], ['me'], ['audit']]
  }
}
