import type { Reply } from '@sauda/contract/platform/call'
import { messageCalls, type MessageKind, type MessageTemplate } from '@sauda/contract/client/message'
import { Select } from '@sauda/ui/select'
import { errorMessage } from '@sauda/web/api-error'
import { useMutation } from '@tanstack/react-query'
import { callApi, useCall } from './api.ts'
import { useCan } from './me.ts'

export const useTemplates = () => useCall(messageCalls.templates, {})

export type FilledMessage = Pick<Reply<typeof messageCalls.preview>, 'subject' | 'text'> & { templateId: string }

interface TemplateSelectProps {
  kind: MessageKind
  id: string
  /** The template in use, if any. */
  value: string
  /** Replaces what was typed. */
  onFill: (message: FilledMessage) => void
}

/** Fills a message in from a template about this kind of case, or about any; the server fills in the placeholders. */
export function TemplateSelect({ kind, id, value, onFill }: TemplateSelectProps) {
  const can = useCan()
  const templates = useTemplates().data?.templates ?? []
  const offered = templates.filter((each) => !each.isRetired && (each.kind === kind || each.kind === 'client'))
  const fill = useMutation({
    mutationFn: ({ subject, text }: MessageTemplate) =>
      callApi(messageCalls.preview, { body: { kind, id, subject, text } }),
    onSuccess: ({ subject, text }, { _id }) => onFill({ subject, text, templateId: _id }),
  })
  const choose = (chosen: string) => {
    const template = offered.find(({ _id }) => _id === chosen)
    if (template) fill.mutate(template)
  }
  if (offered.length === 0 || !can('client.write')) return null
  return (
    <Select
      label="Template"
      optional
      hint="A template replaces what you typed."
      error={fill.error ? errorMessage(fill.error) : undefined}
      options={[
        { value: '', label: 'None', disabled: value !== '' },
        ...offered.map(({ _id, title }) => ({ value: _id, label: title })),
      ]}
      value={value}
      onChange={(event) => choose(event.target.value)}
    />
  )
}
