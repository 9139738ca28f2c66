import { settingCalls } from '@sauda/contract/setting'
import type { House } from '../house.ts'
import { once } from '../ledger/once.ts'
import { approve, deskSetting, refuse } from './setting.desk.ts'
import { request, settingsOf, takeBack } from './setting.ts'

const words = {
  requested: 'Request sent. We tell you when it is in force.',
  'taken back': 'Request taken back.',
  unchanged: 'Nothing to change.',
} as const

export function settingRoutes(house: House) {
  const { mount, db } = house
  const answer = async (clientId: string, outcome: keyof typeof words) => ({
    message: words[outcome],
    settings: await settingsOf(house, clientId),
  })

  mount(settingCalls.read, ({ client }) => settingsOf(house, client.id))
  mount(settingCalls.segment, async ({ client, body, ip }) =>
    answer(client.id, await request(house, { client, ip }, { kind: 'segment', value: body })),
  )
  mount(settingCalls.nominee, async ({ client, body, ip }) =>
    answer(client.id, await request(house, { client, ip }, { kind: 'nominee', value: body })),
  )
  mount(settingCalls.settlement, async ({ client, body, ip }) =>
    answer(client.id, await request(house, { client, ip }, { kind: 'settlement', value: body })),
  )
  mount(settingCalls.takeBack, async ({ client, params, ip }) => {
    await takeBack(house, { client, ip }, params.requestId)
    return answer(client.id, 'taken back')
  })

  mount(settingCalls.deskSetting, ({ params }) => deskSetting(db, params.requestId))
  mount(settingCalls.approve, (given) => {
    const { operator, params, ip } = given
    return once(db, given, (tx) => approve(house, tx, { operator, requestId: params.requestId, ip }))
  })
  mount(settingCalls.refuse, (given) => {
    const { operator, params, body, ip } = given
    return once(db, given, (tx) => refuse(house, tx, { operator, requestId: params.requestId, ip }, body.reason))
  })
}
