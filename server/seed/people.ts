import type { Role } from '@sauda/contract/operator'

/** Fictitious people; one password for all logins. */
export const demoPassword = 'Demo-Pass-1'

export type DemoClient = {
  readonly name: string
  readonly email: string
  readonly mobile: string
  /** Shown in the list of demo logins. */
  readonly shows: string
  readonly daysAgo: number
  readonly pan?: string
  readonly bank?: { readonly account_number: string; readonly ifsc: string }
}

export const demoClients = {
  fresh: {
    name: 'Asha Verma',
    email: 'asha@demo.example',
    mobile: '9800000001',
    shows: 'documents not sent yet',
    daysAgo: 0,
  },
  waiting: {
    name: 'Bharat Iyer',
    email: 'bharat@demo.example',
    mobile: '9800000002',
    shows: 'documents being reviewed',
    daysAgo: 1,
  },
  verified: {
    name: 'Chitra Nair',
    email: 'chitra@demo.example',
    mobile: '9800000003',
    shows: 'requests, a running loan, charges and settings, positions partly paid with the loan',
    daysAgo: 40,
    pan: 'AAAPN0000A',
    bank: { account_number: '000012345678', ifsc: 'SBIN0000001' },
  },
  reuploadRequested: {
    name: 'Dev Malhotra',
    email: 'dev@demo.example',
    mobile: '9800000004',
    shows: 'asked for a new Aadhaar photo',
    daysAgo: 5,
    pan: 'AAAPM0000B',
  },
  frozen: { name: 'Esha Khan', email: 'esha@demo.example', mobile: '9800000005', shows: 'login frozen', daysAgo: 90 },
  offered: {
    name: 'Farhan Qureshi',
    email: 'farhan@demo.example',
    mobile: '9800000006',
    shows: 'a loan offer to accept, a deposit that waits',
    daysAgo: 20,
    pan: 'AAAPQ0000C',
    bank: { account_number: '000087654321', ifsc: 'HDFC0000001' },
  },
  large: {
    name: 'Gita Menon',
    email: 'gita@demo.example',
    mobile: '9800000007',
    shows: 'a large withdrawal, a loan asked for',
    daysAgo: 60,
    pan: 'AAAPG0000D',
    bank: { account_number: '000055556666', ifsc: 'ICIC0000001' },
  },
  paidBack: {
    name: 'Harish Rao',
    email: 'harish@demo.example',
    mobile: '9800000008',
    shows: 'a loan paid back, a large withdrawal',
    daysAgo: 75,
    pan: 'AAAPR0000E',
    // Same as Gita's: the desk shows a warning.
    bank: { account_number: '000055556666', ifsc: 'ICIC0000001' },
  },
  refused: {
    name: 'Indu Gupta',
    email: 'indu@demo.example',
    mobile: '9800000009',
    shows: 'a loan refused, a deposit without UTR',
    daysAgo: 15,
    pan: 'AAAPI0000F',
  },
  trader: {
    name: 'Jaya Shetty',
    email: 'jaya@demo.example',
    mobile: '9800000010',
    shows: 'open positions, sales with gain and loss, reversed trades',
    daysAgo: 120,
    pan: 'AAAPJ0000G',
    bank: { account_number: '000099990000', ifsc: 'SBIN0000001' },
  },
} as const satisfies Record<string, DemoClient>

/** Two administrators, since nobody approves their own adjustment. */
export const demoOperators = [
  { name: 'Anil Kapadia', email: 'admin@demo.example', role: 'admin' },
  { name: 'Rekha Pillai', email: 'reviewer@demo.example', role: 'reviewer' },
  { name: 'Kiran Desai', email: 'cashier@demo.example', role: 'cashier' },
  { name: 'Leela Bose', email: 'lender@demo.example', role: 'lender' },
  { name: 'Danish Ali', email: 'dealer@demo.example', role: 'dealer' },
  { name: 'Sunil Roy', email: 'support@demo.example', role: 'support' },
  { name: 'Uma Joshi', email: 'auditor@demo.example', role: 'auditor' },
  { name: 'Vikram Sethi', email: 'admin2@demo.example', role: 'admin' },
] as const satisfies readonly { name: string; email: string; role: Role }[]
