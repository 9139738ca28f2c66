import type { Brand } from '@sauda/contract/broker/health'
import type { Role } from '@sauda/contract/broker/operator'
import { capitalize } from '@sauda/contract/platform/sentence'
import type { CurrentOperator } from '../src/platform/mount.ts'

/** Fictitious people; one password for all logins. */
export const demoPassword = 'Demo-Pass-1'

/** The address the demo's records name. */
export const ip = '127.0.0.1'

/** The first operator of each role, and of some a second one. */
export type DemoStaff = Readonly<Record<Role | `${'admin' | 'cashier' | 'dealer' | 'lender'}2`, CurrentOperator>>

type Bank = { readonly account_number: string; readonly ifsc: string }

let clients = 0

/** `shows` is printed in the list of demo logins. */
function client(name: string, daysAgo: number, shows: string, documents: { pan?: string; bank?: Bank } = {}) {
  clients += 1
  const email = `${name.split(' ')[0]?.toLowerCase()}@demo.example`
  return { name, email, mobile: `98000000${String(clients).padStart(2, '0')}`, daysAgo, shows, ...documents }
}
export type DemoClient = ReturnType<typeof client>

const bank = (account_number: string, ifsc: string): Bank => ({ account_number, ifsc })

export const demoClients = {
  fresh: client('Asha Verma', 0, 'documents not sent yet'),
  waiting: client('Bharat Iyer', 1, 'documents being reviewed'),
  verified: client(
    'Chitra Nair',
    45,
    'requests, a running loan, charges and settings, positions partly paid with the loan',
    { pan: 'AAAPN0000A', bank: bank('000012345678', 'SBIN0000001') },
  ),
  reuploadRequested: client('Dev Malhotra', 5, 'asked for a new Aadhaar photo', { pan: 'AAAPM0000B' }),
  frozen: client('Esha Khan', 90, 'login frozen'),
  offered: client('Farhan Qureshi', 20, 'a loan offer to accept, a pending deposit', {
    pan: 'AAAPQ0000C',
    bank: bank('000087654321', 'HDFC0000001'),
  }),
  large: client('Gita Menon', 60, 'a large withdrawal, a loan request', {
    pan: 'AAAPG0000D',
    bank: bank('000055556666', 'ICIC0000001'),
  }),
  paidBack: client('Harish Rao', 75, 'a repaid loan, a large withdrawal', {
    pan: 'AAAPR0000E',
    // Same as Gita's: the desk shows a warning.
    bank: bank('000055556666', 'ICIC0000001'),
  }),
  rejected: client('Indu Gupta', 15, 'a rejected loan request, a deposit without UTR', { pan: 'AAAPI0000F' }),
  trader: client('Jaya Shetty', 120, 'open positions, sales and reversed trades', {
    pan: 'AAAPJ0000G',
    bank: bank('000099990000', 'SBIN0000001'),
  }),
}

/** Two of each role whose decisions may need a second operator. */
export const demoOperators = [
  { name: 'Anil Kapadia', email: 'admin@demo.example', role: 'admin' },
  { name: 'Rekha Pillai', email: 'reviewer@demo.example', role: 'reviewer' },
  { name: 'Kiran Desai', email: 'cashier@demo.example', role: 'cashier' },
  { name: 'Leela Bose', email: 'lender@demo.example', role: 'lender' },
  { name: 'Danish Ali', email: 'dealer@demo.example', role: 'dealer' },
  { name: 'Sunil Roy', email: 'support@demo.example', role: 'support' },
  { name: 'Uma Joshi', email: 'auditor@demo.example', role: 'auditor' },
  { name: 'Vikram Sethi', email: 'admin2@demo.example', role: 'admin' },
  { name: 'Farida Contractor', email: 'cashier2@demo.example', role: 'cashier' },
  { name: 'Gopal Reddy', email: 'dealer2@demo.example', role: 'dealer' },
  { name: 'Hema Pandit', email: 'lender2@demo.example', role: 'lender' },
] as const satisfies readonly { name: string; email: string; role: Role }[]

/** For a visitor who tries the demo: three clients at different stages, and an operator who decides on their requests. */
export function demoLogins(deskUrl: string): NonNullable<Brand['demo']> {
  const { trader, verified, fresh } = demoClients
  const { email: operator } = demoOperators[2]
  return {
    password: demoPassword,
    clients: [trader, verified, fresh].map(({ name, email, shows }) => ({
      name,
      email,
      shows: capitalize(shows),
    })),
    operator,
    desk: `${deskUrl}/desk/login?as=${encodeURIComponent(operator)}`,
  }
}
