import { payoutLayouts } from '@sauda/contract/money/payout-layout'
import { brokerBankProposals } from '../src/money/broker-bank/broker-bank.ts'
import { layoutProposal } from '../src/money/payout/payout.file.ts'
import { everyLayout } from '../src/money/payout/payout.sql.ts'
import { recordComplaint } from '../src/client/complaint/complaint.ts'
import { selectLevels, updateLevel } from '../src/client/complaint/complaint.sql.ts'
import { ask } from '../src/client/privacy/privacy.ts'
import type { AppContext } from '../src/app/app-context.ts'
import type { Tx } from '../src/platform/db.ts'
import { dayInIndia } from '../src/platform/india.ts'
import type { CurrentClient, CurrentOperator } from '../src/platform/mount.ts'
import { newId } from '../src/platform/id.ts'
import { insertAlert, insertWatch } from '../src/trading/watch/watch.sql.ts'
import { ip } from './people.ts'

type Service = {
  readonly context: AppContext
  readonly tx: Tx
  readonly admin: CurrentOperator
  readonly support: CurrentOperator
}
type Clients = Readonly<Record<'verified' | 'large' | 'trader', CurrentClient>>

/** Whom clients may turn to, level by level. */
const contacts = ['Sunil Roy', 'Lata Menon', 'Meera Rao', 'Anil Kapadia']

/** A payout file layout for each bank account, the escalation matrix, open complaints, a data request and watchlists, to be tried. */
export async function seedService({ context, tx, admin, support }: Service, clients: Clients): Promise<void> {
  const [layout] = payoutLayouts
  if (!layout) throw new Error('There is no payout file layout')
  const by = { operator: admin, ip, requestedBy: admin.id }
  for (const { bankId: accountId, accountNumber } of await everyLayout(tx)) {
    // A batch can be paid only from an account with a number.
    if (accountNumber === undefined) {
      const change = brokerBankProposals(context)['broker-bank.change']
      await change.carryOut(tx, { accountId, changed: { accountNumber: '50200012345678', ifsc: 'HDFC0000001' } }, by)
    }
    await layoutProposal(context).carryOut(tx, { bankId: accountId, layout: { ...layout, corporateCode: 'SAUDA' } }, by)
  }
  for (const { name: _name, ...level } of await selectLevels(tx)) {
    const contact = contacts[level.level - 1] ?? ''
    await updateLevel(tx, { ...level, contact, email: context.config.supportEmail, hours: 'Mon to Fri, 9 am to 6 pm' })
  }
  const receivedOn = dayInIndia(new Date())
  const complaints = [
    {
      clientId: clients.trader.id,
      source: 'investor',
      category: 'trade',
      text: 'The sale of 50 SBIN shows another price than I was told on the phone. Please check it and send me the confirmation.',
    },
    {
      clientId: clients.large.id,
      source: 'sebi',
      reference: 'SEBIP/MH26/0004711/1',
      category: 'payment',
      text: 'My withdrawal is still being checked and nobody has told me when it is paid.',
    },
  ] as const
  for (const complaint of complaints)
    await recordComplaint(context, tx, { operator: support, body: { ...complaint, receivedOn }, ip })
  const body = { kind: 'correction', text: 'My name is spelled Chithra on my passport. Please correct it.' } as const
  await ask(context, tx, { client: clients.verified, body, ip })
  for (const { id: clientId } of [clients.verified, clients.trader]) {
    for (const symbol of ['HDFCBANK', 'INFY', 'RELIANCE']) await insertWatch(tx, clientId, symbol)
    await insertAlert(tx, clientId, { id: newId(), symbol: 'RELIANCE', side: 'above', price: '1600' })
  }
}
