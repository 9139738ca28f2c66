/** Of each thing that can be copied, the button's whole name and what is true afterwards. */
export const copyWords = {
  'account holder': ['Copy account holder', 'Account holder copied'],
  'account number': ['Copy account number', 'Account number copied'],
  'all codes': ['Copy all codes', 'All codes copied'],
  amount: ['Copy amount', 'Amount copied'],
  'bank reference': ['Copy bank reference', 'Bank reference copied'],
  code: ['Copy code', 'Code copied'],
  IFSC: ['Copy IFSC', 'IFSC copied'],
  key: ['Copy key', 'Key copied'],
  password: ['Copy password', 'Password copied'],
  reference: ['Copy reference', 'Reference copied'],
  'transaction ID': ['Copy transaction ID', 'Transaction ID copied'],
  UTR: ['Copy UTR', 'UTR copied'],
} as const

export type Copied = keyof typeof copyWords
