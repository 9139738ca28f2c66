import type { Role } from '@sauda/contract/operator'

/** Everybody of the demo; nobody of them exists. One password opens all their logins. */
export const demoPassword = 'Demo-Pass-1'

export type DemoClient = {
  readonly name: string
  readonly email: string
  readonly mobile: string
  /** What the login shows, for the list at the start. */
  readonly shows: string
  readonly daysAgo: number
}

export const demoClients = {
  fresh: {
    name: 'Asha Verma',
    email: 'asha@demo.example',
    mobile: '919800000001',
    shows: 'documents not sent yet',
    daysAgo: 0,
  },
  waiting: {
    name: 'Bharat Iyer',
    email: 'bharat@demo.example',
    mobile: '919800000002',
    shows: 'documents being reviewed',
    daysAgo: 1,
  },
  verified: {
    name: 'Chitra Nair',
    email: 'chitra@demo.example',
    mobile: '919800000003',
    shows: 'verified, with bank details',
    daysAgo: 40,
  },
  askedAgain: {
    name: 'Dev Malhotra',
    email: 'dev@demo.example',
    mobile: '919800000004',
    shows: 'asked for a new Aadhaar photo',
    daysAgo: 5,
  },
  frozen: { name: 'Esha Khan', email: 'esha@demo.example', mobile: '919800000005', shows: 'login frozen', daysAgo: 90 },
} as const satisfies Record<string, DemoClient>

/** One operator of every role. */
export const demoOperators = [
  { name: 'Anil Kapadia', email: 'admin@demo.example', role: 'admin' },
  { name: 'Rekha Pillai', email: 'reviewer@demo.example', role: 'reviewer' },
  { name: 'Kiran Desai', email: 'cashier@demo.example', role: 'cashier' },
  { name: 'Leela Bose', email: 'lender@demo.example', role: 'lender' },
  { name: 'Danish Ali', email: 'dealer@demo.example', role: 'dealer' },
  { name: 'Sunil Roy', email: 'support@demo.example', role: 'support' },
  { name: 'Uma Joshi', email: 'auditor@demo.example', role: 'auditor' },
] as const satisfies readonly { name: string; email: string; role: Role }[]
