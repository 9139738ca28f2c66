import { settingCalls } from '@sauda/contract/client/setting'
import { replyTexts } from '@sauda/contract/core/reply'
import type { AppContext } from '../../app/app-context.ts'
import type { Tx } from '../../platform/db.ts'
import { decide, deskSetting, viewSettingProof } from './setting.desk.ts'
import { cancelRequest, reply, request, settingsOf } from './setting.ts'

const messages = {
  requested: 'Request received. We’ll let you know when it’s active.',
  'taken back': 'Request cancelled.',
  unchanged: 'No change was requested.',
} as const

export function settingRoutes(context: AppContext) {
  const { mount, mountCommand, db, config } = context
  const settingsReply = async (tx: Tx, clientId: string, outcome: keyof typeof messages) => ({
    message: messages[outcome],
    settings: await settingsOf(tx, config, clientId),
  })
  type Input = Parameters<typeof request>
  const change = async (tx: Tx, given: Input[2], value: Input[3]) =>
    settingsReply(tx, given.client.id, await request(context, tx, given, value))

  mount(settingCalls.read, ({ client }) => settingsOf(db, config, client.id))
  mountCommand(settingCalls.segment, (tx, given) => change(tx, given, { kind: 'segment', value: given.body }))
  mountCommand(settingCalls.nominee, (tx, given) => change(tx, given, { kind: 'nominee', value: given.body }))
  mountCommand(settingCalls.settlement, (tx, given) => change(tx, given, { kind: 'settlement', value: given.body }))
  mountCommand(settingCalls.cancel, async (tx, given) => {
    await cancelRequest(context, tx, given, given.params.requestId)
    return settingsReply(tx, given.client.id, 'taken back')
  })

  mount(settingCalls.reply, async (given) => {
    await reply(context, given, given.params.requestId)
    return { message: replyTexts.sent, settings: await settingsOf(db, config, given.client.id) }
  })

  mount(settingCalls.proof, (given) => viewSettingProof(context, given))
  mount(settingCalls.deskSetting, ({ params }) => deskSetting(db, params.requestId))
  mountCommand(settingCalls.approve, (tx, given) => decide(context, tx, given, null))
  mountCommand(settingCalls.reject, (tx, given) => decide(context, tx, given, given.body.reason))
}
