import type { CallInput, Reply } from '@sauda/contract/call'
import type { settingCalls } from '@sauda/contract/setting'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

export type Settings = Reply<typeof settingCalls.read>
export type Kind = Exclude<keyof Settings, 'nomineeLimit'>
export type NomineeInput = CallInput<typeof settingCalls.nominee>['body']
type Answer = Reply<typeof settingCalls.takeBack>

const quiet = { quiet: true }

/** What is in force of the client's settings, and what was asked for. */
export function useSettings() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['setting', userId],
    enabled: token !== null,
    queryFn: ({ signal }) => standard.send<typeof settingCalls.read>('GET /user/settings', {}, { ...quiet, signal }),
  })
}

/** What a client can ask for. The answer brings the settings along; after a failure they are read again. */
export function useSettingRequests() {
  const { userId } = useSession()
  const queries = useQueryClient()
  const kept = async (answer: Promise<Answer>): Promise<string> => {
    try {
      const { message, settings } = await answer
      queries.setQueryData(['setting', userId], settings)
      return message
    } catch (error) {
      // Perhaps the request arrived and only the answer was lost, or another tab was faster.
      void queries.invalidateQueries({ queryKey: ['setting'] })
      throw error
    }
  }
  return {
    segment: (body: CallInput<typeof settingCalls.segment>['body']) =>
      kept(standard.send<typeof settingCalls.segment>('PUT /user/settings/segment', { body }, quiet)),
    nominee: (body: NomineeInput) =>
      kept(standard.send<typeof settingCalls.nominee>('PUT /user/settings/nominee', { body }, quiet)),
    settlement: (body: CallInput<typeof settingCalls.settlement>['body']) =>
      kept(standard.send<typeof settingCalls.settlement>('PUT /user/settings/settlement', { body }, quiet)),
    takeBack: (requestId: string) =>
      kept(
        standard.send<typeof settingCalls.takeBack>(
          'DELETE /user/settings/requests/:requestId',
          { params: { requestId } },
          quiet,
        ),
      ),
  }
}
