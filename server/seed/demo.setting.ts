import { roles } from '@sauda/contract/operator'
import type { AppContext } from '../src/app-context.ts'
import type { Tx } from '../src/platform/db.ts'
import { decide } from '../src/setting/setting.desk.ts'
import { request, viewsOf } from '../src/setting/setting.ts'
import type { SettingValue } from '../src/setting/setting.sql.ts'
import { workday, type AddEvent } from './demo.time.ts'

type Person = { readonly id: string; readonly name: string }

const ip = '127.0.0.1'
const sessionId = ''

/** Active and rejected settings. */
export function seedSettings(
  context: AppContext,
  tx: Tx,
  reviewer: Person,
  { verified, offered }: Readonly<Record<'verified' | 'offered', Person>>,
  on: AddEvent,
): void {
  const operator = { ...reviewer, rights: roles.reviewer, sessionId }
  const send = async (client: Person, value: SettingValue) => {
    await request(context, tx, { client: { ...client, sessionId }, ip }, value)
    return (await viewsOf(tx, client.id))[value.kind].request?._id ?? ''
  }
  const activate = async (client: Person, value: SettingValue) =>
    decide(context, tx, { operator, params: { requestId: await send(client, value) }, ip }, null)

  const segments = { equity: true, fno: false, currency: true, commodity: true }
  on(workday(19, '12:10'), () => activate(verified, { kind: 'segment', value: segments }))
  on(workday(11, '15:45'), async () => {
    const requestId = await send(verified, { kind: 'segment', value: { ...segments, fno: true } })
    await decide(context, tx, { operator, params: { requestId }, ip }, 'We need proof of your income for this segment')
    await activate(verified, { kind: 'settlement', value: { frequency: 'monthly' } })
  })
  const nominees = [
    { name: 'Suresh Nair', relationship: 'Spouse' as const, share: 60 },
    { name: 'Kavya Nair', relationship: 'Daughter' as const, share: 40 },
  ]
  on(workday(10, '11:30'), () => activate(verified, { kind: 'nominee', value: { nominees, optedOut: false } }))
  on(workday(9, '16:20'), () => activate(offered, { kind: 'nominee', value: { nominees: [], optedOut: true } }))
}
