import {
  messageCalls,
  messageKindNames,
  messageKinds,
  messageRules,
  type MessageTemplate,
  placeholderProblem,
} from '@sauda/contract/client/message'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { needsAdministrator } from '../../shell/outcome-toast.ts'
import { PlaceholderHint } from './placeholder-hint.tsx'

interface TemplateDialogProps extends DialogState {
  /** Undefined for a new one. */
  template: MessageTemplate | undefined
}

type Draft = Pick<MessageTemplate, 'title' | 'kind' | 'subject' | 'text'>

export function TemplateDialog({ template, ...dialog }: TemplateDialogProps) {
  const { title = '', kind = 'client', subject = '', text = '' }: Partial<Draft> = template ?? {}
  return (
    <FormDialog
      {...dialog}
      call={template ? messageCalls.editTemplate : messageCalls.addTemplate}
      params={{ templateId: template?._id ?? '' }}
      name={`template ${template ? `${template._id} ${template.version}` : 'new'}`}
      empty={{ title, kind, subject, text } as Draft}
      title={template ? 'Edit template' : 'Add template'}
      description="A message states what is known and what the client can do. It promises nothing."
      wide
      fields={({ draft }) => [
        { name: 'title', label: 'Title', hint: 'For operators only.', maxLength: messageRules.titleLength },
        {
          as: 'select',
          name: 'kind',
          label: 'For messages about',
          hint: 'Templates about the account are offered with every case.',
          options: messageKindNames.map((value) => ({ value, label: messageKinds[value].name })),
        },
        { name: 'subject', label: 'Subject', maxLength: messageRules.subjectLength },
        {
          as: 'textarea',
          name: 'text',
          label: 'Message',
          rows: 7,
          hint: 'Greeting and contact details are added.',
          maxLength: messageRules.textLength,
        },
        { own: <PlaceholderHint kind={draft.kind} /> },
      ]}
      body={(draft) => (template ? { ...draft, version: template.version } : draft)}
      check={(draft) => ({
        subject: placeholderProblem(draft.kind, draft.subject),
        text: placeholderProblem(draft.kind, draft.text),
      })}
      action="Save template"
      loadingText="Saving"
      done={template ? 'Template saved' : 'Template added'}
      waiting={needsAdministrator}
    />
  )
}
