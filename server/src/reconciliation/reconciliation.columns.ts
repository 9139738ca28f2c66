/** Indices into a row's cells. */
export type Columns = {
  readonly header: readonly string[]
  readonly date: number
  readonly text: readonly number[]
  readonly reference: readonly number[]
  readonly balance: number | undefined
} & (
  | { readonly withdrawal: number; readonly deposit: number }
  /** One column of amounts; Cr or Dr is in `type` or in the amount itself. */
  | { readonly amount: number; readonly type: number | undefined }
)

type Meaning = 'date' | 'value date' | 'text' | 'reference' | 'withdrawal' | 'deposit' | 'amount' | 'type' | 'balance'

/** Matched against the letters of a header: `Chq./Ref.No.` is `chqrefno`. The first match counts. */
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^value(date?|dt)$/, 'value date'],
  [/^(txn|tran|trn|trans|transaction|booking|entry)?(post(ed|ing)?)?(date|dt)(and)?(time)?$/, 'date'],
  [/^(crdr|drcr|debitcredit|creditdebit)(indicator|type)?$|^(txn|tran|transaction)?type$/, 'type'],
  [/^(txn|tran|transaction)?(amount|amt)(inr|rs)?$|^withdrawal(amount|amt)?deposit(amount|amt)?$/, 'amount'],
  [/^(withdraw(a?ls?|s)?|debits?|dr|paidout)(amount|amt)?(inr|rs|dr)?$/, 'withdrawal'],
  [/^(deposits?|credits?|cr|paidin)(amount|amt)?(inr|rs|cr)?$/, 'deposit'],
  [/^(closing|available|running|ledger|account|avl)?bal(ance)?(amount|amt)?(inr|rs)?$/, 'balance'],
  [
    /^(narration|narrative|particulars?|(txn|tran|transaction)?(description|details|remarks|particulars|narration))$/,
    'text',
  ],
  [/^(utr|rrn|ref|chq|cheque|inst(rument)?(no|id|number)|(txn|tran|transaction)(id|no|number|ref))/, 'reference'],
]

function meaningOf(header: string): Meaning | undefined {
  // Brackets contain a unit or a hint: (INR), (Dr), (dd/mm/yyyy).
  const letters = header
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  return meanings.find(([pattern]) => pattern.test(letters))?.[1]
}

/** Undefined unless the row names enough columns to be the header. */
export function columnsOf(cells: readonly string[]): Columns | undefined {
  const found = cells.map(meaningOf)
  const all = (meaning: Meaning) => found.flatMap((each, index) => (each === meaning ? [index] : []))
  const first = (meaning: Meaning) => all(meaning)[0]
  const date = first('date') ?? first('value date')
  const [text, reference] = [all('text'), all('reference')]
  if (date === undefined || text.length + reference.length === 0) return undefined
  const rest = { header: cells, date, text, reference, balance: first('balance') }
  const [withdrawal, deposit, amount] = [first('withdrawal'), first('deposit'), first('amount')]
  if (withdrawal !== undefined && deposit !== undefined) return { ...rest, withdrawal, deposit }
  return amount === undefined ? undefined : { ...rest, amount, type: first('type') }
}

/** The columns used, for the operator to check before importing. */
export function readAs(columns: Columns): { header: string; readAs: string }[] {
  const amounts: [number | undefined, string][] =
    'amount' in columns
      ? [
          [columns.amount, 'Amount'],
          [columns.type, 'Received or paid'],
        ]
      : [
          [columns.withdrawal, 'Paid out'],
          [columns.deposit, 'Received'],
        ]
  const used: [number | undefined, string][] = [
    [columns.date, 'Date'],
    ...columns.text.map((index): [number, string] => [index, 'Text']),
    ...columns.reference.map((index): [number, string] => [index, 'Reference']),
    ...amounts,
    [columns.balance, 'Balance'],
  ]
  return used.flatMap(([index, what]) =>
    index === undefined ? [] : [{ header: columns.header[index] ?? '', readAs: what }],
  )
}
