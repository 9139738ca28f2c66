/** complaint: its names and numbers, without schemas, for the portal and the public page too. */

export const complaintRules = {
  textLength: 1500,
  /** Calendar days within which SEBI expects a complaint to be resolved. */
  resolveDays: 21,
  /** A client who is not satisfied may escalate a closed complaint for this long. */
  reopenDays: 15,
  /** SEBI's table splits what is pending at this age. */
  oldMonths: 3,
  /** Months on the public page. */
  months: 12,
  years: 5,
  /** Rows in the client's own list. */
  ownRows: 200,
  /** Rows on a page of the register. */
  registerRows: 50,
  /** An operator may record an earlier day of receipt. */
  earlierDays: 365,
  limit: { most: 10, seconds: 86_400 },
} as const

export const complaintCategories = {
  payment: 'Deposit or withdrawal',
  settlement: 'Settlement of funds',
  trade: 'Trade or contract note',
  charge: 'Charges or brokerage',
  loan: 'Loan',
  verification: 'Account opening or documents',
  login: 'Login or technical problem',
  data: 'Personal data',
  service: 'Service or staff',
  other: 'Something else',
} as const
export type ComplaintCategory = keyof typeof complaintCategories

/** The rows of SEBI's table. */
export const complaintSources = {
  investor: 'Directly from Investors',
  sebi: 'SEBI (SCORES)',
  exchange: 'Stock Exchanges',
  other: 'Other Sources (if any)',
} as const
export type ComplaintSource = keyof typeof complaintSources

export const levelNames = ['Customer care', 'Head of customer care', 'Compliance officer', 'CEO'] as const
export const lastLevel = levelNames.length
export const levelName = (level: number): string => levelNames[level - 1] ?? ''
