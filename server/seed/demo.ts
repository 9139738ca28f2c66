import type { KycDocumentName } from '@sauda/contract/client/kyc'
import { roles } from '@sauda/contract/broker/operator'
import { insertClient } from '../src/client/auth/auth.sql.ts'
import { saveBankDetails } from '../src/money/bank/bank.sql.ts'
import type { AppContext } from '../src/app/app-context.ts'
import { decisionMail } from '../src/client/kyc/kyc.mail.ts'
import { createPanCipher } from '../src/client/kyc/kyc.ts'
import { decideDocument, insertDocuments, saveAadhaar, savePan, setKycStatus } from '../src/client/kyc/kyc.sql.ts'
import { freeze as freezeClient } from '../src/client/client/client.sql.ts'
import { findOperatorByEmail, insertOperator } from '../src/broker/operator/operator.sql.ts'
import type { Sql, Tx } from '../src/platform/db.ts'
import { newId } from '../src/platform/id.ts'
import type { CurrentClient, CurrentOperator } from '../src/platform/mount.ts'
import { randomToken, sha256 } from '../src/platform/secret.ts'
import { hashPassword } from '../src/core/session/password.ts'
import {
  closePast,
  hasClient,
  hasClients,
  lockSeed,
  moveBack,
  openPast,
  operatorSince,
  registeredAt,
  seenWhenActing,
  settleMails,
} from './demo.sql.ts'
import { routine, seedMoney } from './demo.money.ts'
import { seedService } from './demo.service.ts'
import { seedTrades } from './demo.trade.ts'
import { type AddEvent, daysAgo, type DemoEvent, tradingDay } from './demo.time.ts'
import { type DemoClient, demoClients, demoOperators, demoPassword, type DemoStaff, ip } from './people.ts'
import { specimen } from './specimen.ts'
import { importStatement } from '../src/money/reconciliation/reconciliation.import.ts'
import { readFile } from '../src/money/reconciliation/reconciliation.file.ts'
import { carryOut } from '../src/core/approval/plan.ts'
import { closingPlan } from '../src/money/reconciliation/reconciliation.book.ts'
import { searchIds } from '../src/money/reconciliation/reconciliation.sql.ts'
import { decide } from '../src/client/setting/setting.desk.ts'
import { request, viewsOf } from '../src/client/setting/setting.ts'
import type { SettingValue } from '../src/client/setting/setting.sql.ts'

type Key = keyof typeof demoClients
type Client = DemoClient & CurrentClient
type Card = { id: string; clientId: string; document: KycDocumentName; name: string; bytes: Buffer }
type Desk = { readonly context: AppContext; readonly tx: Tx; readonly id: string; readonly name: string }

export const hasDemo = async (sql: Sql): Promise<boolean> =>
  (await hasClient(sql, demoClients.fresh.email)) !== undefined

/** Whether the demo clients are there once `seedDemo` has run. */
export const willHaveDemo = async (sql: Sql): Promise<boolean> => (await hasDemo(sql)) || !(await hasClients(sql))

/** Fills an empty database with clients in every state and operators of every role, all or nothing. */
export async function seedDemo(app: AppContext): Promise<void> {
  if (await hasClients(app.db)) return
  // The history was booked before the approval policy applied.
  const approvals = { ...app.config.approvals, mode: 'single' as const }
  const context = { ...app, config: { ...app.config, approvals } }
  const clients = Object.fromEntries(
    Object.entries(demoClients).map(([key, client]) => [key, { ...client, id: newId(), sessionId: '' }]),
  ) as Record<Key, Client>
  const cards = (await Promise.all(withCards(clients).map(makeCards))).flat()
  const passwordHash = await hashPassword(demoPassword)
  const already = new Error('Somebody else has just filled it')
  await context.files
    .add(cards, async (tx) => {
      await lockSeed(tx)
      if (await hasClients(tx)) throw already
      const operators = await addOperators(tx, passwordHash)
      await addClients(tx, Object.values(clients), passwordHash)
      await inOrder(tx, (on) => {
        sendDocuments({ context, tx, ...operators.reviewer }, clients, cards, on)
        on(daysAgo(2, '18:05'), () =>
          freeze({ context, tx, ...operators.support }, clients.frozen, 'The client reported a stolen phone'),
        )
        seedMoney(context, tx, operators, clients, on)
        seedTrades(context, tx, operators, clients, on)
        seedSettings(context, tx, operators.reviewer, clients, on)
      })
      await seedStatement(context, tx, operators.cashier)
      await seedService({ context, tx, ...operators }, clients)
      await settleMails(tx)
      await seenWhenActing(tx)
    })
    .catch((error: unknown) => {
      if (error !== already) throw error
    })
}

/** Runs the events in chronological order; those of today and later are not backdated. */
async function inOrder(tx: Tx, add: (on: AddEvent) => void): Promise<void> {
  const events: DemoEvent[] = []
  const today = Date.now()
  add((at, work) => events.push({ at, work }))
  const role = await openPast(tx)
  for (const { at, work } of events.toSorted((one, other) => Number(one.at) - Number(other.at))) {
    await work()
    if (Number(at) < today) await moveBack(tx, role, at)
  }
  await closePast(tx, role)
}

type Clients = Readonly<Record<Key, Client>>

const verifiedOf = ({ verified, offered, large, paidBack, rejected, trader }: Clients) => [
  verified,
  offered,
  large,
  paidBack,
  rejected,
  trader,
]
const withCards = (clients: Clients) => [clients.waiting, clients.reuploadRequested, ...verifiedOf(clients)]

/** Each client uploads both photos on the day of registration; all but one are decided the same day. */
function sendDocuments(reviewer: Desk, clients: Clients, cards: readonly Card[], on: AddEvent): void {
  const { context, tx } = reviewer
  for (const client of withCards(clients))
    on(daysAgo(client.daysAgo, '10:40'), () => sendCards(reviewer, client, cards))
  const again = clients.reuploadRequested
  on(daysAgo(again.daysAgo, '14:30'), () =>
    decideCards(reviewer, again, cards, 'The first 8 digits of the Aadhaar number must be covered'),
  )
  for (const client of verifiedOf(clients))
    on(daysAgo(client.daysAgo, '13:15'), async () => {
      await decideCards(reviewer, client, cards, null)
      if (!client.bank) return
      const details = {
        holder_name: client.name,
        ...client.bank,
        ...(await context.accounts.columns(tx, client.id, client.bank.account_number)),
      }
      await saveBankDetails(tx, client.id, details, false)
    })
}

const makeCards = ({ id: clientId, name }: Client): Promise<Card[]> =>
  Promise.all(
    (['pan', 'aadhaar'] as const).map(async (document) => ({
      id: newId(),
      clientId,
      document,
      name: `kyc/${randomToken()}`,
      bytes: await specimen(document, name),
      ownerId: clientId,
    })),
  )

async function addOperators(tx: Tx, passwordHash: string) {
  const added: Partial<Record<keyof DemoStaff, CurrentOperator>> = {}
  for (const { name, email, role } of demoOperators) {
    const known = await findOperatorByEmail(tx, email)
    const id = known?.id ?? newId()
    if (!known) {
      await insertOperator(tx, { id, name, email, role, passwordHash, handedOut: false, createdBy: null })
      // Their waiting periods are over.
      await operatorSince(tx, id, daysAgo(42, '09:00'))
    }
    added[added[role] ? (`${role}2` as keyof DemoStaff) : role] = { id, name, rights: roles[role], sessionId: '' }
  }
  return added as DemoStaff
}

async function addClients(tx: Tx, clients: readonly Client[], password_hash: string) {
  for (const client of clients.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    const { id, name, email, mobile, daysAgo: days } = client
    await insertClient(tx, { id, name, email, mobile, password_hash, executive_name: 'Meera Shah', referral_id: '' })
    if (days > 0) await registeredAt(tx, id, daysAgo(days, '10:20'))
  }
}

async function sendCards({ context, tx }: Desk, client: Client, cards: readonly Card[]) {
  await insertDocuments(
    tx,
    client.id,
    cards.filter(({ clientId }) => clientId === client.id),
  )
  await setKycStatus(tx, client.id, 'PENDING')
  await context.audit(tx, {
    by: { client },
    action: 'kyc.upload',
    subjectId: client.id,
    before: { isDocsVerified: 'UNVERIFIED' },
    after: { isDocsVerified: 'PENDING', documents: ['pan', 'aadhaar'] },
  })
}

/** Accepts both, or requests a new Aadhaar photo if there is a reason. */
async function decideCards(desk: Desk, client: Client, cards: readonly Card[], reason: string | null) {
  const { context, tx, id: operatorId, name } = desk
  const pans = createPanCipher(context.secret)
  const outcomes = { pan: { accepted: true, reason: null }, aadhaar: { accepted: reason === null, reason } }
  const isDocsVerified = reason === null ? 'VERIFIED' : 'UNVERIFIED'
  const { pan = '' } = client
  await savePan(tx, client.id, { ...(await pans.columns(tx, client.id, pan)), name: client.name })
  if (reason === null) await saveAadhaar(tx, client.id, '0000')
  for (const { id, document, clientId } of cards) {
    if (clientId !== client.id) continue
    const status = outcomes[document].accepted ? 'accepted' : 'refused'
    await decideDocument(tx, { id, status, reason: outcomes[document].reason, operatorId })
    await context.audit(tx, {
      by: { operator: { id: operatorId, name } },
      action: status === 'accepted' ? 'kyc.accept' : 'kyc.refuse',
      subjectId: client.id,
      before: { document, status: 'waiting', isDocsVerified: 'PENDING' },
      after: { document, status, isDocsVerified, ...(status === 'refused' && { reason }) },
    })
  }
  await setKycStatus(tx, client.id, isDocsVerified)
  await context.mail(tx, decisionMail(context.config, client, outcomes))
}

async function freeze({ context, tx, id, name }: Desk, client: Client, reason: string) {
  await freezeClient(tx, client.id, { reason, operatorId: id })
  await context.audit(tx, {
    by: { operator: { id, name } },
    action: 'client.freeze',
    subjectId: client.id,
    before: { frozen: false },
    after: { frozen: true, reason },
  })
}

/** Trading days ago, narration, reference, paid out, received. */
type Line = readonly [back: number, text: string, reference: string, paidOut: string, received: string]

const ownLines: readonly Line[] = [
  [25, 'UPI-JAYA SHETTY-JAYA@OKSBI-SBIN0000001-412600000006-ADD FUND', '0000412600000006', '', '5,00,000.00'],
  [23, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000001-ADD FUND', '0000412600000001', '', '1,50,000.00'],
  [15, 'NEFT DR-SBIN0000001-CHITRA NAIR-NETBANK-N324260000001', 'N324260000001', '12,000.00', ''],
  [14, 'INTEREST PAID', '', '', '412.00'],
  [12, 'UPI-GITA MENON-GITA@OKICICI-ICIC0000001-412600000004-ADD FUND', '0000412600000004', '', '2,50,000.00'],
  [8, 'UPI-HARISH RAO-HARISH@OKICICI-ICIC0000001-412600000005-ADD FUND', '0000412600000005', '', '90,000.00'],
  [7, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000011-CHARGE', '0000412600000011', '', '401.78'],
  [0, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000003-ADD FUND', '0000412600000003', '', '25,000.00'],
  [0, 'UPI-CHITRA NAIR-CHITRA@OKSBI-SBIN0000001-412600000013-CHARGE', '0000412600000013', '', '1,156.40'],
  [0, 'UPI-INDU GUPTA-9800000009@YBL-YESB0000001-632412345678-UPI', '0000632412345678', '', '5,000.00'],
  [0, 'UPI-FARHAN QURESHI-FARHAN@OKHDFC-HDFC0000001-412600000002-ADD FUND', '0000412600000002', '', '2,500.00'],
  [0, 'UPI-S KULKARNI-SKULKARNI@YBL-UTIB0000001-632498765432-PAYMENT', '0000632498765432', '', '7,777.00'],
  [0, 'SMS CHARGES', '', '17.70', ''],
]

const lines = [
  ...ownLines,
  ...routine.flatMap(({ back, rupees, utr, reference }): Line[] => [
    [back, `UPI-GITA MENON-GITA@OKICICI-ICIC0000001-${utr}-ADD FUND`, `0000${utr}`, '', `${rupees}.00`],
    [back, `NEFT DR-ICIC0000001-GITA MENON-NETBANK-${reference}`, reference, `${rupees}.00`, ''],
  ]),
].toSorted(([one], [other]) => other - one)

function dayOf(back: number) {
  const [year = '', month = '', day = ''] = tradingDay(back, '12:00').toISOString().slice(0, 10).split('-')
  return { written: `${day}/${month}/${year.slice(2)}`, name: `${year}-${month}-${day}` }
}

/** A bank statement with matched lines, lines to approve and exceptions, one of them settled. */
async function seedStatement(context: AppContext, tx: Tx, operator: CurrentOperator): Promise<void> {
  const rows = lines.map(([back, ...cells]) => [dayOf(back).written, ...cells].map((cell) => `"${cell}"`).join())
  const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.'
  const bytes = Buffer.from(['Account No : 50200012345678', header, ...rows].join('\n'))
  const csv = { name: `statement-${dayOf(0).name}.csv`, bytes, sha256: sha256(bytes) }
  await importStatement(context, tx, { csv, query: {}, operator, ip, statement: await readFile({ bytes }) })
  const [interest] = await searchIds(tx, { name: null, number: null, paise: 41_200n }, 1)
  if (interest === undefined) return
  const note = 'Interest of another account of ours, which the bank will correct'
  const by = { operator, requestedBy: operator.id, ip }
  await carryOut(context, tx, by, await closingPlan(context, tx, { lineId: interest, note }, by))
}

function seedSettings(
  context: AppContext,
  tx: Tx,
  operator: CurrentOperator,
  { verified, offered }: Readonly<Record<'verified' | 'offered', CurrentClient>>,
  on: AddEvent,
): void {
  const send = async (client: CurrentClient, value: SettingValue) => {
    await request(context, tx, { client, ip }, value)
    return (await viewsOf(tx, client.id))[value.kind].request?._id ?? ''
  }
  const activate = async (client: CurrentClient, value: SettingValue) =>
    decide(context, tx, { operator, params: { requestId: await send(client, value) }, ip }, null)

  const segments = { equity: true, fno: false, currency: true, commodity: true }
  on(tradingDay(19, '12:10'), () => activate(verified, { kind: 'segment', value: segments }))
  on(tradingDay(11, '15:45'), async () => {
    const requestId = await send(verified, { kind: 'segment', value: { ...segments, fno: true } })
    await decide(context, tx, { operator, params: { requestId }, ip }, 'We need proof of your income for this segment')
    await activate(verified, { kind: 'settlement', value: { frequency: 'monthly' } })
  })
  const nominees = [
    { name: 'Suresh Nair', relationship: 'Spouse' as const, share: 60 },
    { name: 'Kavya Nair', relationship: 'Daughter' as const, share: 40 },
  ]
  on(tradingDay(10, '11:30'), () => activate(verified, { kind: 'nominee', value: { nominees, optedOut: false } }))
  on(tradingDay(9, '16:20'), () => activate(offered, { kind: 'nominee', value: { nominees: [], optedOut: true } }))
}
