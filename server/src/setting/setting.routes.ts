import { settingCalls } from '@sauda/contract/setting'
import type { House } from '../house.ts'
import { once } from '../ledger/once.ts'
import type { Tx } from '../platform/db.ts'
import { approve, deskSetting, refuse } from './setting.desk.ts'
import { request, settingsOf, takeBack } from './setting.ts'

const words = {
  requested: 'Request sent. We tell you when it is in force.',
  'taken back': 'Request taken back.',
  unchanged: 'Nothing to change.',
} as const

export function settingRoutes(house: House) {
  const { mount, db, config } = house
  const answer = async (tx: Tx, clientId: string, outcome: keyof typeof words) => ({
    message: words[outcome],
    settings: await settingsOf(tx, config, clientId),
  })

  mount(settingCalls.read, ({ client }) => settingsOf(db, config, client.id))
  mount(settingCalls.segment, (given) =>
    once(db, given, async (tx) =>
      answer(tx, given.client.id, await request(house, tx, given, { kind: 'segment', value: given.body })),
    ),
  )
  mount(settingCalls.nominee, (given) =>
    once(db, given, async (tx) =>
      answer(tx, given.client.id, await request(house, tx, given, { kind: 'nominee', value: given.body })),
    ),
  )
  mount(settingCalls.settlement, (given) =>
    once(db, given, async (tx) =>
      answer(tx, given.client.id, await request(house, tx, given, { kind: 'settlement', value: given.body })),
    ),
  )
  mount(settingCalls.takeBack, (given) =>
    once(db, given, async (tx) => {
      await takeBack(house, tx, given, given.params.requestId)
      return answer(tx, given.client.id, 'taken back')
    }),
  )

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
