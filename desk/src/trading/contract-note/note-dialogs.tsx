import {
  contractNoteCalls,
  contractNoteRules,
  type NoteDay,
  type NoteLine,
  type ReissueCause,
  reissueCauses,
} from '@sauda/contract/trading/contract-note'
import { formatDate } from '@sauda/web/date-time'
import { FormDialog, type ItemDialog, optionsOf, reasonField } from '../../shell/form-dialog.tsx'

export const IssueDialog = ({ item: { day, drafts }, ...dialog }: ItemDialog<NoteDay>) => (
  <FormDialog
    {...dialog}
    call={contractNoteCalls.issue}
    name={`contract notes ${day}`}
    body={() => ({ day })}
    title={`Issue the contract notes of ${formatDate(day)}`}
    description={`${drafts.toLocaleString('en-IN')} notes get their numbers, are signed and are mailed to the clients. A number is never used again.`}
    action="Issue notes"
  />
)

export const BounceDialog = ({ item: { _id, number, name }, ...dialog }: ItemDialog<NoteLine>) => (
  <FormDialog
    {...dialog}
    call={contractNoteCalls.bounce}
    params={{ noteId: _id }}
    empty={{ reason: '' }}
    title={`Mail of ${number} bounced`}
    description={`Send the note to ${name} on paper within 24 hours, and enter the dispatch number afterwards.`}
    fields={[reasonField('What the mail server reported, such as: mailbox full.')]}
    action="Record"
  />
)

export const DispatchDialog = ({ item: { _id, number, name, state }, ...dialog }: ItemDialog<NoteLine>) => (
  <FormDialog
    {...dialog}
    call={contractNoteCalls.dispatch}
    params={{ noteId: _id }}
    empty={{ number: '' }}
    title={`Dispatch of ${number}`}
    description={
      state === 'bounced'
        ? `The mail to ${name} bounced, so the note is sent on paper.`
        : `${name} has not consented to contract notes by e-mail, so the note is sent on paper.`
    }
    fields={[
      {
        name: 'number',
        label: 'Dispatch number',
        placeholder: 'EM123456789IN',
        maxLength: contractNoteRules.dispatchCharacters,
      },
    ]}
    action="Record the dispatch"
  />
)

export const ReissueDialog = ({ item: { _id, number, difference }, ...dialog }: ItemDialog<NoteLine>) => (
  <FormDialog
    {...dialog}
    call={contractNoteCalls.reissue}
    params={{ noteId: _id }}
    empty={{ cause: (difference === undefined ? '' : 'file') as ReissueCause | '', reason: '' }}
    title={`Issue ${number} again`}
    description="Its trades and charges are reversed and booked again by the newest files, and a note with a new number is issued. A second operator must approve it."
    fields={[
      { as: 'select', name: 'cause', label: 'Cause', options: optionsOf(reissueCauses, 'Choose') },
      reasonField('The client reads it.'),
    ]}
    body={({ cause, reason }) => ({ cause: cause as ReissueCause, reason })}
    action="Request"
  />
)
