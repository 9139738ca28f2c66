import type { Direction } from '@sauda/contract/money/reconciliation'

/**
 * words: every spelling of the banks that the reader of statements knows: names of columns, Cr and Dr, states of a
 * payment, balances and totals. A new bank usually costs one word here.
 */

export type Meaning =
  | 'date'
  | 'value date'
  | 'text'
  | 'reference'
  | 'withdrawal'
  | 'deposit'
  | 'amount'
  | 'type'
  | 'balance'
  | 'balance type'
  | 'status'
  | 'currency'
  | 'account'

const listOf = (words: string): readonly string[] => words.split(' ')

/** Words that may stand around the other words of a name: `Txn Date`, `Withdrawal Amount in Rs`. */
const around = 'transaction trans tran trn txn bank entry booking in of the and inr rs rupees'
const crDr = 'crdr drcr cd dc debitcredit creditdebit debitorcredit creditordebit'

/** The words of a name, of which one must be there, and those that may stand around them. The first match counts. */
const columnWords: readonly (readonly [Meaning, words: string, also?: string])[] = [
  ['value date', 'valuedate valuedat valuedt'],
  ['date', 'date dt', 'posting posted post time on'],
  ['type', `${crDr} type amounttype amttype`, 'cr dr or indicator flag'],
  ['balance type', 'baltype balancetype baldrcr balcrdr balancedrcr balancecrdr'],
  [
    'withdrawal',
    'withdrawal withdrawals withdrawl withdraw withdraws withdrawn debit debits dr paidout payment payments moneyout',
    'amount amt',
  ],
  ['deposit', 'deposit deposits credit credits cr paidin receipt receipts received moneyin', 'amount amt'],
  ['amount', 'amount amt withdrawaldeposit withdrawalamtdepositamt', 'debit credit dr cr or'],
  ['balance', 'balance bal', 'amount amt closing available running ledger account avl after line'],
  [
    'text',
    'narration narrations narrative particular particulars description descriptions desc detail details remark remarks',
    'account payment',
  ],
  ['status', 'status state'],
  ['currency', 'currency ccy curr'],
  ['account', 'account accountnumber accountnum accountno acctno acnumber acnum acno'],
  [
    'reference',
    'utr rrn reference ref chq cheque check instrument instr inst number num no id',
    'or payment customer details',
  ],
]
const columnNames = columnWords.map(
  ([meaning, words, also]) => [meaning, listOf(words), [...listOf(around), ...(also ? listOf(also) : [])]] as const,
)

/** Longer cells are texts, not names. */
const longestName = 60

/** What a column is, by the letters of its name: `Chq./Ref.No.` is `chqrefno`. */
export function meaningOf(name: string): Meaning | undefined {
  if (name.length > longestName) return undefined
  // Brackets contain a unit or a hint: (INR), (Dr), (dd/mm/yyyy).
  const letters = lettersOf(name.replace(/\([^()]*\)/g, ''))
  return columnNames.find(([, words, also]) => isMadeOf(letters, words, also))?.[0]
}

/** Whether the letters are some of these words one after another, at least one of `words` among them. */
function isMadeOf(letters: string, words: readonly string[], also: readonly string[]): boolean {
  // For each place: whether words end there, without one of `words` and with one.
  const plain = new Set([0])
  const named = new Set<number>()
  for (let at = 0; at < letters.length; at += 1) {
    if (!plain.has(at) && !named.has(at)) continue
    for (const word of words) if (letters.startsWith(word, at)) named.add(at + word.length)
    for (const word of also) {
      if (!letters.startsWith(word, at)) continue
      for (const reached of [plain, named]) if (reached.has(at)) reached.add(at + word.length)
    }
  }
  return named.has(letters.length)
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
const setOf = (words: string): ReadonlySet<string> => new Set(listOf(words))

const directions: Record<Direction, ReadonlySet<string>> = {
  credit: setOf('cr c credit credited deposit dep received in paidin'),
  debit: setOf('dr d debit debited withdrawal wdl paid out paidout'),
}

/** A whole cell: `CREDIT CARD` is a way of payment. */
export function directionOf(text: string | undefined): Direction | undefined {
  if (text === undefined || text.length > longestName) return undefined
  const word = lettersOf(text)
  if (directions.credit.has(word)) return 'credit'
  return directions.debit.has(word) ? 'debit' : undefined
}

const booked = setOf(
  'success successful successfull succeeded completed complete posted settled processed cleared booked book executed ok done credited debited paid received s',
)
const notBooked = setOf(
  'failed failure fail pending pdng rejected reject declined cancelled canceled inprogress inprocess processing initiated hold onhold uncleared unsuccessful expired timedout timeout info futr f p',
)

/** Whether the bank booked a payment in this state; undefined if the word is not known. */
export function isBookedState(state: string): boolean | undefined {
  const word = lettersOf(state)
  return booked.has(word) ? true : notBooked.has(word) ? false : undefined
}

const rupees = setOf('inr rs rupee rupees indianrupee indianrupees')
const otherCurrencies = 'USD|EUR|GBP|AED|SGD|JPY|AUD|CAD|CHF|HKD|CNY|NZD|SAR|QAR|KWD|OMR|BHD|THB|MYR|ZAR|SEK|NOK|DKK'
const otherCurrency = new RegExp(`\\b(?:${otherCurrencies})\\b`)

export const isRupees = (currency: string): boolean => currency.startsWith('₹') || rupees.has(lettersOf(currency))
/** The code of a currency other than the rupee in the name of a column or in a line above the table. */
export const otherCurrencyIn = (text: string): string | undefined => otherCurrency.exec(text)?.[0]

const balance = '(?:balance|bal)'
const side = 'dr|cr|debits?|credits?|withdrawals?|deposits?|amounts?|and|for|count|transactions?'
const span = 'pages|day|days|daily|month|monthly|period|statement|date'
/** Words that are the whole narration, once dates, numbers and the words around them are removed. */
const sums = {
  opening: `(?:opening|open|op|previous|prev|starting|beginning) ${balance}|(?:${balance} )?(?:brought (?:forward|fwd|down)|b f|bf|b d|forward|fwd)`,
  closing: `(?:closing|close|cl|ending|end|final) ${balance}|(?:${balance} )?(?:carried (?:forward|fwd|down|over)|c f|cf|c d|c o)`,
  total: `(?:(?:grand|sub|net|running|cumulative|overall|transactions?|${span}|${side}) )*totals?(?: (?:${side}|${span}))*|(?:dr|cr|debit|credit) count|turnover`,
} as const
export type Sum = keyof typeof sums
const wholeSums = Object.entries(sums).map(([sum, words]) => [sum as Sum, new RegExp(`^(?:${words})$`)] as const)
const firstSums = Object.entries(sums).map(([sum, words]) => [sum as Sum, new RegExp(`^(?:${words})\\b`)] as const)
const betweenWords =
  /\b(?:as|on|at|of|the|by|to|from|till|upto|no|next|page|account|rs|inr|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|\b\d+(?:st|nd|rd|th)?\b/g

/** Longer narrations name more than a balance or a total. */
const longestSum = 80

/** Whether a narration is a balance or a total, with a date or page number or without. */
export function sumIn(text: string): Sum | undefined {
  const words = sumWords(text)
  return words === '' ? undefined : wholeSums.find(([, form]) => form.test(words))?.[0]
}

/** Whether a cell begins with the words of a balance or a total; only where no date stands beside it. */
export const sumAtStart = (text: string): Sum | undefined => {
  const words = sumWords(text)
  return firstSums.find(([, form]) => form.test(words))?.[0]
}

const sumWords = (text: string): string =>
  text.length > longestSum
    ? ''
    : text
        .toLowerCase()
        .replace(/[^a-z\d]+/g, ' ')
        .replace(betweenWords, ' ')
        .replace(/ +/g, ' ')
        .trim()

/** Where the table ends: stars, a summary or a legend. */
export const isEnd = (cell: string): boolean =>
  /^(?:\*{3}|-{3}|={3}|(?:statement |account )?summary\b|legends?\b|end of (?:the )?statement)|computer generated/i.test(
    cell,
  )
/** `Page 2 of 3` continues no narration. */
export const isPageNumber = (text: string): boolean =>
  /^(?:page(?: no)?[ .:-]*\d+(?: ?(?:of|\/) ?\d+)?|cont(?:inue)?d\b.{0,30})$/i.test(text)
