import type { AppContext } from '../src/app-context.ts'
import type { Tx } from '../src/platform/db.ts'
import type { CurrentClient, CurrentOperator } from '../src/platform/mount.ts'
import { decide } from '../src/client/setting/setting.desk.ts'
import { request, viewsOf } from '../src/client/setting/setting.ts'
import type { SettingValue } from '../src/client/setting/setting.sql.ts'
import { ip } from './people.ts'
import { tradingDay, type AddEvent } from './demo.time.ts'

export function seedSettings(
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
