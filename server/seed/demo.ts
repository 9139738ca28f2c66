import type { KycDocumentName } from '@sauda/contract/kyc'
import type { Role } from '@sauda/contract/operator'
import { v7 as uuidv7 } from 'uuid'
import { insertClient } from '../src/auth/auth.sql.ts'
import { sealed } from '../src/bank/bank.details.ts'
import { keepBankDetails } from '../src/bank/bank.sql.ts'
import type { House } from '../src/house.ts'
import { decisionMail } from '../src/kyc/kyc.mail.ts'
import { createPanSafe } from '../src/kyc/kyc.pan.ts'
import { decideDocument, insertDocuments, keepAadhaar, keepPan, setKycStatus } from '../src/kyc/kyc.sql.ts'
import { setFrozen } from '../src/operator/client.sql.ts'
import { findOperatorByEmail, insertOperator } from '../src/operator/operator.sql.ts'
import type { Sql, Tx } from '../src/platform/db.ts'
import { randomToken } from '../src/platform/secret.ts'
import { hashPassword } from '../src/session/password.ts'
import { backdate, hasClient, hasClients, lockSeed, settleMails } from './demo.sql.ts'
import { seedMoney } from './demo.money.ts'
import { seedTrades } from './demo.trade.ts'
import { seedSettings } from './demo.setting.ts'
import { seedStatement } from './demo.statement.ts'
import { demoClients, demoOperators, demoPassword } from './people.ts'
import type { DemoClient } from './people.ts'
import { specimen } from './specimen.ts'

type Key = keyof typeof demoClients
type Client = DemoClient & { readonly id: string }
type Card = { id: string; clientId: string; document: KycDocumentName; name: string; bytes: Buffer }
/** An operator who decides, and the house with the transaction to do it in. */
type Desk = { readonly house: House; readonly tx: Tx; readonly id: string; readonly name: string }

/** True where the demo's logins work. */
export async function hasDemo(sql: Sql): Promise<boolean> {
  return (await hasClient(sql, demoClients.fresh.email)) !== undefined
}

/** Fills a database without clients with one in every state, and operators of every role: all of it or nothing. */
export async function seedDemo(house: House): Promise<void> {
  if (await hasClients(house.db)) return
  const clients = Object.fromEntries(
    Object.entries(demoClients).map(([key, client]) => [key, { ...client, id: uuidv7() }]),
  ) as Record<Key, Client>
  const { waiting, askedAgain } = clients
  const verified = [clients.verified, clients.offered, clients.large, clients.paidBack, clients.refused, clients.trader]
  const cards = (await Promise.all([waiting, askedAgain, ...verified].map(makeCards))).flat()
  const passwordHash = await hashPassword(demoPassword)
  const already = new Error('Somebody else has just filled it')
  await house.files
    .add(cards, async (tx) => {
      await lockSeed(tx)
      if (await hasClients(tx)) throw already
      const operators = await addOperators(tx, passwordHash)
      await addClients(tx, Object.values(clients), passwordHash)
      const reviewer: Desk = { house, tx, ...operators.reviewer }
      await sendCards(reviewer, waiting, cards)
      for (const client of verified) {
        await sendCards(reviewer, client, cards)
        await decideCards(reviewer, client, cards, null)
        if (client.bank)
          await keepBankDetails(
            tx,
            client.id,
            sealed(house.accounts, client.id, { holder_name: client.name, ...client.bank }),
          )
      }
      await sendCards(reviewer, askedAgain, cards)
      await decideCards(reviewer, askedAgain, cards, 'The first 8 digits of the Aadhaar number must be covered')
      await freeze({ house, tx, ...operators.support }, clients.frozen, 'The client reported a stolen phone')
      await seedMoney(house, tx, operators, clients)
      await seedTrades(house, tx, operators, clients)
      await seedSettings(house, tx, operators.reviewer, clients)
      await seedStatement(house, tx, operators.cashier)
      for (const { id, daysAgo } of Object.values(clients)) await backdate(tx, id, daysAgo)
      await settleMails(tx)
    })
    .catch((error: unknown) => {
      if (error !== already) throw error
    })
}

function makeCards({ id: clientId, name }: Client): Promise<Card[]> {
  return Promise.all(
    (['pan', 'aadhaar'] as const).map(async (document) => ({
      id: uuidv7(),
      clientId,
      document,
      name: `kyc/${randomToken()}`,
      bytes: await specimen(document, name),
    })),
  )
}

async function addOperators(tx: Tx, passwordHash: string) {
  const added: Partial<Record<Role | 'secondAdmin', { id: string; name: string }>> = {}
  for (const { name, email, role } of demoOperators) {
    const known = await findOperatorByEmail(tx, email)
    const id = known?.id ?? uuidv7()
    if (!known) await insertOperator(tx, { id, name, email, role, passwordHash, handedOut: false })
    added[added[role] ? 'secondAdmin' : role] = { id, name }
  }
  return added as Record<Role | 'secondAdmin', { id: string; name: string }>
}

async function addClients(tx: Tx, clients: readonly Client[], password_hash: string) {
  for (const { id, name, email, mobile } of clients)
    await insertClient(tx, { id, name, email, mobile, password_hash, executive_name: 'Meera Shah', referral_id: '' })
}

async function sendCards({ house, tx }: Desk, client: Client, cards: readonly Card[]) {
  await insertDocuments(
    tx,
    client.id,
    cards.filter(({ clientId }) => clientId === client.id),
  )
  await setKycStatus(tx, client.id, 'PENDING')
  await house.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: 'kyc.upload',
    subjectId: client.id,
    before: { isDocsVerified: 'UNVERIFIED' },
    after: { isDocsVerified: 'PENDING', documents: ['pan', 'aadhaar'] },
  })
}

/** Accepts both, or asks again for the Aadhaar with a reason. */
async function decideCards(desk: Desk, client: Client, cards: readonly Card[], reason: string | null) {
  const { house, tx, id: operatorId, name } = desk
  const pans = createPanSafe(house.secret)
  const outcomes = { pan: { accepted: true, reason: null }, aadhaar: { accepted: reason === null, reason } }
  const isDocsVerified = reason === null ? 'VERIFIED' : 'UNVERIFIED'
  const { pan = '' } = client
  await keepPan(tx, client.id, { number: pans.seal(client.id, pan), lookup: pans.lookup(pan), name: client.name })
  if (reason === null) await keepAadhaar(tx, client.id, '0000')
  for (const { id, document, clientId } of cards) {
    if (clientId !== client.id) continue
    const status = outcomes[document].accepted ? 'accepted' : 'refused'
    await decideDocument(tx, { id, status, reason: outcomes[document].reason, operatorId })
    await house.audit(tx, {
      actor: { kind: 'operator', id: operatorId, name },
      action: status === 'accepted' ? 'kyc.accept' : 'kyc.refuse',
      subjectId: client.id,
      before: { document, status: 'waiting', isDocsVerified: 'PENDING' },
      after: { document, status, isDocsVerified, ...(status === 'refused' && { reason }) },
    })
  }
  await setKycStatus(tx, client.id, isDocsVerified)
  await house.mail(tx, decisionMail(house.config, client, outcomes))
}

async function freeze({ house, tx, id, name }: Desk, client: Client, reason: string) {
  await setFrozen(tx, client.id, reason)
  await house.audit(tx, {
    actor: { kind: 'operator', id, name },
    action: 'client.freeze',
    subjectId: client.id,
    before: { frozen: false },
    after: { frozen: true, reason },
  })
}
