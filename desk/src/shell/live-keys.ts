import type { Notice } from '@sauda/contract/notice'

type Key = readonly string[]

/** Which answers in the desk's memory a notice makes old. */
export function staleKeys({ topic, id }: Notice): readonly Key[] {
  const one = (word: string): Key => (id === undefined ? [word] : [word, id])
  switch (topic) {
    case 'queue':
      // Who has a case in hand stands on its screen too.
      return [['queue'], ['kyc'], ['wallet'], ['loan'], ['charge']]
    case 'kyc':
      return [['queue'], one('kyc'), one('client'), ['clients']]
    case 'client':
    case 'profile':
    case 'bank':
    case 'session':
      return [one('client'), ['clients'], ['audit']]
    case 'wallet':
    case 'loan':
    case 'charge':
      return [['queue'], one(topic), ['client'], ['reconciliation']]
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
