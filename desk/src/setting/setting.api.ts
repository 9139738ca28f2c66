import type { Reply } from '@sauda/contract/call'
import { settingCalls } from '@sauda/contract/setting'
import { useQuery } from '@tanstack/react-query'
import type { Replayable } from '@sauda/web/idempotent'
import { callQuery, sendIdempotent } from '../shell/api.ts'

export type DeskSetting = Reply<typeof settingCalls.deskSetting>

export const useSetting = (requestId: string) =>
  useQuery(callQuery(['setting', requestId], settingCalls.deskSetting, { params: { requestId } }))

export function decideSetting(requestId: string, { reason }: { reason?: string }): Promise<Replayable<DeskSetting>> {
  const params = { requestId }
  return reason === undefined
    ? sendIdempotent(settingCalls.approve, { params })
    : sendIdempotent(settingCalls.reject, { params, body: { reason } })
}
