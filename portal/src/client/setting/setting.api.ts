import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { settingCalls, type SettingViews } from '@sauda/contract/client/setting'
import { useQueryClient } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { callQuery, useClientQuery, useRefetch } from '../../shell/query.tsx'
import type { ReplyInput } from '../../shell/reply-form.tsx'
import { settingText } from './setting.text.ts'

export type Settings = Reply<typeof settingCalls.read>
export type Kind = keyof SettingViews
export type NomineeInput = CallInput<typeof settingCalls.nominee>['body']
type Response = Reply<typeof settingCalls.cancel>

/** `changed`: false if the request left every setting as it was. `failed`: the part of it that was not done. */
export type SettingResult = { readonly changed: boolean; readonly message: string; readonly failed?: string }

const { queryKey } = callQuery(settingCalls.read, {})

export const useSettings = () => useClientQuery(settingCalls.read)

/** After a failure the settings are read again, because the request may have arrived. */
export function useSettingRequests() {
  const queries = useQueryClient()
  const refetch = useRefetch()
  const store = async (response: Promise<Response>): Promise<SettingResult> => {
    try {
      const { message, settings } = await response
      const changed = isChanged(queries.getQueryData(queryKey), settings)
      queries.setQueryData(queryKey, settings)
      return { changed, message }
    } catch (error) {
      // The request may have arrived, or another tab was faster.
      void refetch('setting')
      throw error
    }
  }
  const reply = (requestId: string, input: ReplyInput, onProgress?: (percent: number) => void) =>
    store(standard.send(settingCalls.reply, { params: { requestId }, ...input }, { onProgress }))
  return {
    segment: async (body: CallInput<typeof settingCalls.segment>['body'], proof?: Blob) => {
      const requested = standard.send(settingCalls.segment, { body })
      const result = await store(requested)
      const requestId = (await requested).settings.segment.request?._id
      if (!proof || requestId === undefined) return result
      try {
        return { ...(await reply(requestId, { body: { text: '' }, images: { proof } })), changed: true }
      } catch {
        return { ...result, changed: true, failed: settingText.proofNotSent }
      }
    },
    nominee: (body: NomineeInput) => store(standard.send(settingCalls.nominee, { body })),
    settlement: (body: CallInput<typeof settingCalls.settlement>['body']) =>
      store(standard.send(settingCalls.settlement, { body })),
    reply,
    cancel: (requestId: string) => store(standard.send(settingCalls.cancel, { params: { requestId } })),
  }
}

export function isChanged(before: Settings | undefined, after: Settings): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}
