import {
  messageCalls,
  messageKinds,
  type MessageTemplate,
  messageKindNames,
  messageRules,
  placeholderProblem,
} from '@sauda/contract/client/message'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { RowMenu } from '@sauda/ui/menu'
import pressed from '@sauda/ui/pressed-row.module.css'
import { formatDate } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import { column, type ColumnsOf, endColumn, headColumn, QueryList } from '../../shell/table.tsx'
import { FormDialog, type ItemDialog, needsAdministrator, useItemDialog } from '../../shell/form-dialog.tsx'
import { twoLines } from '../../shell/lines.tsx'
import { Page } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { useTemplates } from '../../shell/template-select.tsx'
import layout from '../../shell/layout.module.css'
import styles from './message.module.css'
import { PlaceholderHint } from './message-dialog.tsx'

export function TemplatesPage() {
  const editing = useItemDialog<MessageTemplate | undefined>((props) => <TemplateDialog {...props} />)
  const retiring = useItemDialog<MessageTemplate>((props) => <RetireDialog {...props} />)
  useShortcuts('Templates', [{ keys: ['n'], does: 'Add a template', run: () => editing.show(undefined) }])
  return (
    <Page
      title="Templates"
      right="content.edit"
      actions={
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => editing.show(undefined)}>
          Add template
        </Button>
      }
    >
      <QueryList
        label="Templates"
        query={useTemplates()}
        rowsOf={({ templates }) => messageKindNames.flatMap((name) => templates.filter(({ kind }) => kind === name))}
        group={{ keyOf: ({ kind }) => messageKinds[kind].name, heading: (name) => name }}
        columns={[
          ...columnsOf(editing.show),
          endColumn<MessageTemplate>('Action', 'figure', (template) => (
            <RowMenu
              label={`Actions for ${template.title}`}
              items={[
                { label: 'Edit', onSelect: () => editing.show(template) },
                { label: template.isRetired ? 'Restore' : 'Retire', onSelect: () => retiring.show(template) },
              ]}
            />
          )),
        ]}
      />
      {editing.dialog}
      {retiring.dialog}
    </Page>
  )
}

const columnsOf = (onOpen: (template: MessageTemplate) => void): ColumnsOf<MessageTemplate> => [
  headColumn('Template', 'lead', (template) =>
    twoLines(
      <span className={layout.row}>
        <button
          type="button"
          className={`${pressed.press} ${layout.client}`}
          data-item=""
          onClick={() => onOpen(template)}
        >
          {template.title}
        </button>
        {template.isRetired && <StatusPill tone="neutral">Retired</StatusPill>}
      </span>,
      originOf(template),
    ),
  ),
  column('Subject and message', 'note', ({ subject, text }) =>
    twoLines(subject, <span className={`clamp ${styles.text}`}>{text}</span>),
  ),
]

const originOf = ({ changedAt, changedBy }: MessageTemplate) =>
  changedBy && `Changed ${formatDate(changedAt)} by ${changedBy}`

function RetireDialog({ item, ...dialog }: ItemDialog<MessageTemplate>) {
  const { _id: templateId, title, version, isRetired } = item
  return (
    <FormDialog
      {...dialog}
      call={messageCalls.retireTemplate}
      params={{ templateId }}
      body={() => ({ version, isRetired: !isRetired })}
      title={isRetired ? 'Restore this template?' : 'Retire this template?'}
      description={
        isRetired
          ? `“${title}” is offered again when operators write to a client.`
          : `“${title}” is no longer offered. You can restore it at any time.`
      }
      action={isRetired ? 'Restore' : 'Retire'}
      done={isRetired ? 'Template restored' : 'Template retired'}
      waiting={needsAdministrator}
    />
  )
}

type Draft = Pick<MessageTemplate, 'title' | 'kind' | 'subject' | 'text'>

/** Undefined for a new one. */
function TemplateDialog({ item: template, ...dialog }: ItemDialog<MessageTemplate | undefined>) {
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
