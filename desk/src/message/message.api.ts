import type { CallInput, Reply } from '@sauda/contract/call'
import { messageCalls, type MessageTemplate } from '@sauda/contract/message'
import { useMutation } from '@tanstack/react-query'
import { callApi, invalidate, sendIdempotent } from '../shell/api.ts'
import { templatesKey } from '../shell/template-select.tsx'

type MessageInput = CallInput<typeof messageCalls.preview>['body']
export type MessagePreview = Reply<typeof messageCalls.preview>
export type TemplateInput = CallInput<typeof messageCalls.addTemplate>['body']

export const usePreview = () =>
  useMutation({ mutationFn: (body: MessageInput) => callApi(messageCalls.preview, { body }) })

export const useSendMessage = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof messageCalls.send>['body']) => sendIdempotent(messageCalls.send, { body }),
    onSettled: () => invalidate(['client']),
  })

const onSettled = () => invalidate(templatesKey)

export const useSaveTemplate = (template: MessageTemplate | undefined) =>
  useMutation({
    mutationFn: (body: TemplateInput) =>
      template
        ? sendIdempotent(messageCalls.editTemplate, {
            params: { templateId: template._id },
            body: { ...body, version: template.version },
          })
        : sendIdempotent(messageCalls.addTemplate, { body }),
    onSettled,
  })

export const useRetireTemplate = () =>
  useMutation({
    mutationFn: ({ _id, version, isRetired }: MessageTemplate) =>
      sendIdempotent(messageCalls.retireTemplate, {
        params: { templateId: _id },
        body: { version, isRetired: !isRetired },
      }),
    onSettled,
  })
