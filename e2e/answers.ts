/**
 * What a server may answer to each read by sections 3 and 7 of the specification; written independently of the contract, which allows
 * less. A field with `?` may be missing; `createdAt|date` is one or the other. The values of a
 * field are those the specification names, and where it names none, such as a server could send.
 */
const moments = ['2026-11-20T09:15:00.000Z', '2026-11-21', '2020-08-12T18:29:59Z', '2026-11-19T23:59:59+05:30']
const amounts = [250_000, 0, 1234.5, 0.30000000000000004, 99.999, 1_000_000_000]
const signed = [1200.5, -1200.5, 0, 0.004, -83.1]
const prices = [2450, 83.1275, 0.598512345678, 33.333333333333336]
const names = ['RELIANCE', 'Bajaj Finance Ltd. (Partly Paid-up, 2nd call)', 'M&M', 'रिलायंस', 'RELIANCE']
const bankDetails = [
  { accountHolderName: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234' },
  {},
  { accountHolderName: '', accountNumber: '', ifsc: '' },
]

type Fields = Readonly<Record<string, readonly unknown[]>>

const trade: Fields = {
  stockName: names,
  quantity: [10, 0.5, 0, 40_000, 33.333333333333336],
  avgPrice: prices,
  currentPrice: [2500.05, ...prices],
  action: ['BUY', 'SELL', 'HOLD'],
  status: ['OPEN', 'CLOSED', 'SELL', 'OPEN'],
  'createdAt|date': moments,
  'sellPrice?': prices,
  'profitLoss?': signed,
}
const transaction: Fields = {
  transactionId: ['ADD100001', 'TXN-2026-11-0000000000000042'],
  createdAt: moments,
  type: ['added', 'withdraw', 'withdrawal', 'withdrawn', 'debit'],
  amount: amounts,
  status: ['pending', 'approved', 'rejected'],
}
const loan: Fields = {
  status: ['pending', 'admin_approved', 'approved', 'admin_approved'],
  userAccepted: [false, false, true],
  total: amounts,
}
const charge: Fields = {
  chargeType: ['Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Annual Maintenance'],
  description: ['Maintenance for November', ''],
  amount: amounts,
  status: ['PENDING', 'PAID', 'APPROVED', 'REJECTED'],
  createdAt: moments,
  'dueDate?': moments,
  'paymentDetails?': [
    { paymentMethod: 'UPI', transactionId: '512345678901', paymentDate: '2026-11-20T09:15:00.000Z' },
    { paymentMethod: 'UPI', transactionId: 'T1', paymentDate: '2026-11-20', remarks: 'Payment made via UPI' },
  ],
}
const profile: Fields = {
  name: ['Asha Rao', 'Dr. Venkatanarasimharajuvaripeta Subrahmanyam Chandrasekhar', 'A'],
  saudaId: ['SD100001'],
  isDocsVerified: ['APPROVED', 'VERIFIED', 'PENDING'],
  'profileImageUrl?': [''],
  'mobile?': ['9876543210'],
  'email?': ['asha@example.com'],
  'panNumber?': ['ABCPD1234K', ''],
  'aadhaarNumber?': ['XXXX XXXX 9045', ''],
  'bankDetails?': bankDetails,
}
const wallet: Fields = { balance: amounts, investedAmount: amounts, cashback: amounts, loanAmount: amounts }
const portfolio: Fields = { totalInvestment: amounts, totalPnL: signed }

/** The variant of values and fields of an answer. */
export interface Choice {
  /** How many items a list has. */
  readonly items: number
  readonly of: <Value>(values: readonly Value[], item: number) => Value | undefined
  /** Whether an optional field is there; `null` is a way to write that it is not. */
  readonly has: (item: number) => boolean | null
  readonly unknown: object
}

const everyItem = 12
const inTurn = <Value>(values: readonly Value[], item: number) => values[item % values.length]

/** Only what the specification says is there; each value at least once. */
export const smallest: Choice = { items: everyItem, of: inTurn, has: () => false, unknown: {} }

/** Every field of the specification, and others beside them. */
export const largest: Choice = {
  items: everyItem * 5,
  of: inTurn,
  has: () => true,
  unknown: { __v: 3, updatedAt: moments[0], user: { _id: '665f1c2e9b1e8a0012ab0000', roles: [] }, extra: null },
}

export const empty: Choice = { ...smallest, items: 0 }

/** By chance; the same seed makes the same choices. */
export function byChance(seed: number): Choice {
  let state = seed
  // xorshift32
  const random = (below: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  random(1)
  return {
    items: [0, 1, 2, 30, 250][random(5)] ?? 1,
    of: (values) => values[random(values.length)],
    has: () => [true, false, null][random(3)] ?? null,
    unknown: random(2) === 0 ? {} : largest.unknown,
  }
}

/** The body of the answer to each read of section 7. */
export function answersOf(choice: Choice): Readonly<Record<string, unknown>> {
  const list = (kind: number, fields: Fields) =>
    Array.from({ length: choice.items }, (_, item) => ({ _id: idOf(kind, item), ...one(fields, choice, item) }))
  const transactions = list(2, transaction)
  const own = one(profile, choice, 0)
  const { name, saudaId, isDocsVerified, ...rest } = own
  return {
    'user/profile': choice.has(0) ? { name, saudaId, isDocsVerified, data: rest } : own,
    'user/wallet': one(wallet, choice, 0),
    'user/wallet/transactions': choice.has(1) ? { transactions } : transactions,
    'user/trade/history': list(1, trade),
    'user/loan/get-loans-by-user': list(3, loan),
    'user/portfolio': one(portfolio, choice, 0),
    'user/charges': { charges: list(4, charge), summary: choice.unknown },
  }
}

/** 24 hexadecimal digits: the specification does not say what an id is. */
const idOf = (kind: number, item: number): string => `665f1c2e9b1e8a00${kind}0${item.toString(16).padStart(6, '0')}`

function one(fields: Fields, { of, has, unknown }: Choice, item: number): Record<string, unknown> {
  const pairs = Object.entries(fields).flatMap(([field, values], index): [string, unknown][] => {
    // Each field goes on at another pace, so that every two values meet.
    const value = of(values, item + (index % 3) * Math.floor(item / values.length))
    if (field.endsWith('?')) {
      const isThere = has(item)
      return isThere === false ? [] : [[field.slice(0, -1), isThere === null ? null : value]]
    }
    const [first = '', second] = field.split('|')
    if (second === undefined) return [[first, value]]
    return has(item)
      ? [
          [first, value],
          [second, value],
        ]
      : [[item % 2 === 0 ? second : first, value]]
  })
  return { ...Object.fromEntries(pairs), ...unknown }
}

/** The parts of JSON Schema that the calls of `/api/openapi.json` use. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  format?: string
  minLength?: number
  minimum?: number
  minItems?: number
  items?: Schema
  anyOf?: readonly Schema[]
  required?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
}

const texts: Readonly<Record<string, string>> = {
  uuid: '019f4c3e-0000-7000-8000-000000000001',
  date: '2026-11-20',
  'date-time': moments[0] ?? '',
}

/** The smallest answer that a schema allows: no optional field, no item, nothing where nothing is allowed. */
export function smallestOf(schema: Schema): unknown {
  const { type, anyOf, items = {}, properties = {}, required = [] } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf) return smallestOf(anyOf.find((each) => each.type === 'null') ?? anyOf[0] ?? {})
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, smallestOf(properties[name] ?? {})]))
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => smallestOf(items))
  if (type === 'string') return texts[schema.format ?? ''] ?? 'x'.repeat(schema.minLength ?? 0)
  if (type === 'number' || type === 'integer') return Math.max(0, schema.minimum ?? 0)
  return type === 'boolean' ? false : null
}
