import { settingCalls } from '@sauda/contract/setting'
import type { SettingContext, RouteContext } from '../app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import type { Tx } from '../platform/db.ts'
import { approve, deskSetting, refuse } from './setting.desk.ts'
import { request, settingsOf, cancelRequest } from './setting.ts'

const messages = {
  requested: 'Request received. We’ll let you know when it’s active.',
  'taken back': 'Request cancelled.',
  unchanged: 'No change was requested.',
} as const

export function settingRoutes(context: RouteContext & SettingContext) {
  const { mount, db, config } = context
  const answer = async (tx: Tx, clientId: string, outcome: keyof typeof messages) => ({
    message: messages[outcome],
    settings: await settingsOf(tx, config, clientId),
  })

  mount(settingCalls.read, ({ client }) => settingsOf(db, config, client.id))
  mount(settingCalls.segment, (given) =>
    runIdempotent(db, given, async (tx) =>
      answer(tx, given.client.id, await request(context, tx, given, { kind: 'segment', value: given.body })),
    ),
  )
  mount(settingCalls.nominee, (given) =>
    runIdempotent(db, given, async (tx) =>
      answer(tx, given.client.id, await request(context, tx, given, { kind: 'nominee', value: given.body })),
    ),
  )
  mount(settingCalls.settlement, (given) =>
    runIdempotent(db, given, async (tx) =>
      answer(tx, given.client.id, await request(context, tx, given, { kind: 'settlement', value: given.body })),
    ),
  )
  mount(settingCalls.cancel, (given) =>
    runIdempotent(db, given, async (tx) => {
      await cancelRequest(context, tx, given, given.params.requestId)
      return answer(tx, given.client.id, 'taken back')
    }),
  )

  mount(settingCalls.deskSetting, ({ params }) => deskSetting(db, params.requestId))
  mount(settingCalls.approve, (given) => {
    const { operator, params, ip } = given
    return runIdempotent(db, given, (tx) => approve(context, tx, { operator, requestId: params.requestId, ip }))
  })
  mount(settingCalls.reject, (given) => {
    const { operator, params, body, ip } = given
    return runIdempotent(db, given, (tx) =>
      refuse(context, tx, { operator, requestId: params.requestId, ip }, body.reason),
    )
  })
}
