import type { LoanTerms } from '@sauda/contract/money/loan'
import * as auth from '../src/client/auth/auth.mail.ts'
import * as charge from '../src/money/charge/charge.mail.ts'
import type { ChargeRow } from '../src/money/charge/charge.sql.ts'
import type { Config } from '../src/config.ts'
import * as kyc from '../src/client/kyc/kyc.mail.ts'
import * as loan from '../src/money/loan/loan.mail.ts'
import type { Mail } from '../src/core/mail/mail.ts'
import * as login from '../src/core/session/login.mail.ts'
import * as setting from '../src/client/setting/setting.mail.ts'
import * as trade from '../src/trading/trade/trade.mail.ts'
import { messageMail } from '../src/client/message/message.ts'
import { decisionMail } from '../src/money/wallet/wallet.mail.ts'

const aboutCase = (type: string | null) => ({ ...asha, sauda_id: 'SD100001', request: null, type })
const asha = { name: 'Asha Rao', email: 'asha@example.com' }
const caller = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36' }

const part = { interest: 875, fee: 500, amount: 9200.5 }
const terms: LoanTerms = {
  amount: 100_000,
  ratePercent: 10.5,
  months: 12,
  fee: 500,
  aprPercent: 11.42,
  totalPayable: 106_281,
  schedule: [
    { ...part, dueDate: '2026-12-20', principal: 8325.5 },
    { ...part, dueDate: '2027-01-20', principal: 8325.5 },
  ],
} as LoanTerms

const chargeRow = {
  number: 100_001n,
  type: 'Brokerage',
  description: 'Brokerage for October',
  amount: 233_000n,
  gst: 41_940n,
  due_on: '2026-12-05',
  transaction_id: 'T2611201234567',
} as ChargeRow

const deal = {
  action: 'BUY',
  stock: 'WIPRO',
  quantity: 15_000_000_000n,
  price: 25_050_000_000n,
  amount: 3_757_500n,
  tradeId: 'TRD100017',
} as trade.TradeDetails

type DecidedRow = Parameters<typeof decisionMail>[1]
const request = {
  client_id: '1',
  number: 100_012n,
  type: 'added',
  amount: 7_500_000n,
  status: 'approved',
  bank_reference: '634512345678',
  reason: 'The bank returned it: account closed.',
  pay_to_name: 'ASHA RAO',
  pay_to_number: 'encrypted',
  pay_to_ifsc: 'HDFC0001234',
  client_name: asha.name,
  client_email: asha.email,
} as DecidedRow

/** One of each mail that a `.mail.ts` file writes, by name. */
export function everyMail(config: Config): Record<string, Mail> {
  const accounts = { open: () => '50100123456666' } as unknown as Parameters<typeof decisionMail>[0]['accounts']
  const decided = (values: Partial<DecidedRow>) => decisionMail({ config, accounts }, { ...request, ...values }, 0n)
  const segments = { kind: 'segment', value: { equity: true, fno: true, currency: false, commodity: false } } as const
  const nominees = {
    kind: 'nominee',
    value: { optedOut: false, nominees: [{ name: 'Ravi Rao', relationship: 'Spouse', share: 100 }] },
  } as Parameters<typeof setting.approvedMail>[2]
  const quarterly = { kind: 'settlement', value: { frequency: 'quarterly' } } as typeof nominees
  return {
    'code to register': auth.codeMail(config, 'register', asha.email, '481516'),
    'code to reset': auth.codeMail(config, 'reset', asha.email, '234299'),
    'code to log in': login.loginCodeMail(config, 'auth', asha.email, '100001'),
    'already registered': auth.alreadyRegisteredMail(config, asha.email),
    'password changed': auth.securityMail(config, 'passwordChanged', asha, caller),
    'new device': login.newDeviceMail(config, 'auth', asha, caller),
    'passkey added': login.passkeyMail(config, 'operator', asha, 'added', caller),
    'deposit approved': decided({}),
    'deposit rejected': decided({ status: 'rejected' }),
    'withdrawal paid': decided({ type: 'withdrawal' }),
    'withdrawal rejected': decided({ type: 'withdrawal', status: 'rejected' }),
    'charge raised': charge.raisedMail(config, asha, chargeRow),
    'charge raised, other': charge.raisedMail(config, asha, { ...chargeRow, type: 'Other', due_on: null }),
    'charge paid': charge.approvedMail(asha, chargeRow),
    'charge rejected': charge.rejectedMail(config, asha, chargeRow, 'No such payment on 20 November.'),
    'loan offer': loan.offerMail(config, asha, terms),
    'loan accepted': loan.acceptedMail(config, asha, terms),
    'loan rejected': loan.rejectedMail(config, asha, { reason: 'Income proof missing', wasOffer: false }),
    'loan closed': loan.closedMail(asha, { disbursed: 10_000_000n, paid: 10_628_100n }),
    'case on hold': messageMail(config, aboutCase('segment'), {
      kind: 'setting',
      subject: 'Your account request is on hold',
      text: 'Please send us your Form 16.',
      isHold: true,
    }),
    'message about a deposit': messageMail(
      config,
      { ...aboutCase(null), request: 'ADD100001' },
      {
        kind: 'deposit',
        subject: 'We have not found your deposit yet',
        text: 'Please check the UTR.\n\nSend us a screenshot of the payment.',
        isHold: false,
      },
    ),
    'segments requested': setting.requestedMail(config, asha, segments),
    'nominees approved': setting.approvedMail(config, asha, nominees),
    'settlement rejected': setting.rejectedMail(config, asha, quarterly, 'Please call us first.'),
    verified: kyc.decisionMail(config, asha, { pan: { accepted: true, reason: null } }),
    'photo again': kyc.decisionMail(config, asha, {
      pan: { accepted: true, reason: null },
      aadhaar: { accepted: false, reason: 'The photo is too dark.' },
    }),
    bought: trade.boughtMail(config, asha, deal, { fromUnsettled: 0n, fromCash: 2_757_500n, fromLoan: 1_000_000n }),
    sold: trade.soldMail(config, asha, { ...deal, action: 'SELL' }, { profitLoss: -12_500n, left: 500_000_000n }),
    'trades uploaded': trade.bulkMail(config, asha, [deal, { ...deal, action: 'SELL', tradeId: 'TRD100018' }]),
    'trade reversed': trade.reversedMail(
      config,
      asha,
      { ...deal, isOpening: false, change: { paid: 0n, balance: 3_757_500n, loan: 0n, unsettled: 0n } },
      'Booked twice.',
    ),
  }
}
