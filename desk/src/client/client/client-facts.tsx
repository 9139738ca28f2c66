import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { compareNames } from '@sauda/contract/platform/person-name'
import { kycDocumentNames } from '@sauda/contract/client/kyc'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { cardNames } from '../kyc/decision.ts'
import { DocumentPill } from '../../shell/pills.tsx'
import { Check } from '../../shell/evidence.tsx'
import { DateTime, formatDate } from '@sauda/web/date-time'
import type { Client } from './client.api.ts'
import { clientCalls } from '@sauda/contract/client/client'
import { gstStateCodes, gstStates } from '@sauda/contract/money/gst'
import { type DialogState, FormDialog, reasonField, DialogButton } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'
import layout from '../../shell/layout.module.css'

/** UCC and primary demat account, and a dialog to record them. */
function TradingAccount({ client }: { client: Client }) {
  const { ucc, demat, name } = client
  const mayChange = useCan()('kyc.review')
  const isKnown = ucc !== undefined || demat !== undefined
  return (
    <Row>
      <span className="tabular">{isKnown ? `${ucc ?? 'No UCC'}, ${demat ?? 'no demat account'}` : 'Not recorded'}</span>
      {mayChange && (
        <DialogButton
          variant="ghost"
          size="small"
          aria-label={`Record UCC and demat account of ${name}`}
          dialog={(state) => <AccountDialog client={client} {...state} />}
        >
          {isKnown ? 'Change' : 'Record'}
        </DialogButton>
      )}
    </Row>
  )
}

const AccountDialog = ({ client, ...dialog }: DialogState & { client: Client }) => (
  <FormDialog
    {...dialog}
    call={clientCalls.setTradingAccount}
    params={{ clientId: client._id }}
    empty={{ ucc: client.ucc ?? '', demat: client.demat ?? '', reason: '' }}
    title={`UCC and demat account of ${client.name}`}
    description="The trades in the files of the exchanges are booked to the client with the UCC. Leading zeros count."
    fields={[
      {
        name: 'ucc',
        label: 'UCC',
        hint: 'It counts from tomorrow’s trades on. Recorded trades that have it already need a second operator.',
      },
      {
        name: 'demat',
        label: 'Primary demat account',
        hint: 'NSDL: DP ID and client ID, such as IN300123 10456789. CDSL: BO ID with 16 digits.',
      },
      reasonField(),
    ]}
    action="Record"
  />
)

/** What contract notes need: the address on them, and whether they may be mailed; with a dialog to record both. */
function NoteFact({ client }: { client: Client }) {
  const { noteAddress, noteConsentOn, name } = client
  const mayChange = useCan()('kyc.review')
  return (
    <Row>
      <span>
        {noteConsentOn === undefined
          ? 'No consent to e-mail recorded'
          : `By e-mail, consent of ${formatDate(noteConsentOn)}`}
        {noteAddress === '' ? ', no address' : `, ${noteAddress}`}
      </span>
      {mayChange && (
        <DialogButton
          variant="ghost"
          size="small"
          aria-label={`Record address and consent for contract notes of ${name}`}
          dialog={(state) => <NoteDialog client={client} {...state} />}
        >
          Change
        </DialogButton>
      )}
    </Row>
  )
}

const NoteDialog = ({ client, ...dialog }: DialogState & { client: Client }) => (
  <FormDialog
    {...dialog}
    call={clientCalls.setNoteDelivery}
    params={{ clientId: client._id }}
    empty={{ address: client.noteAddress, consentOn: client.noteConsentOn ?? '', reason: '' }}
    title={`Contract notes of ${client.name}`}
    description="A contract note states the client’s address, and is mailed only with the client’s consent."
    fields={[
      { name: 'address', label: 'Address', maxLength: 200, optional: true },
      {
        as: 'date',
        name: 'consentOn',
        label: 'Consent to e-mail signed on',
        hint: 'Empty: no consent. Notes are then sent on paper.',
        optional: true,
      },
      reasonField(),
    ]}
    action="Record"
  />
)

/** The place of supply, and a dialog to record it. */
function StateFact({ client }: { client: Client }) {
  const { gstState, name } = client
  const mayChange = useCan()('kyc.review')
  return (
    <Row>
      {gstState ? gstStates[gstState] : 'Not recorded'}
      {mayChange && (
        <DialogButton
          variant="ghost"
          size="small"
          aria-label={`Record the state of ${name}`}
          dialog={(state) => <StateDialog client={client} {...state} />}
        >
          {gstState ? 'Change' : 'Record'}
        </DialogButton>
      )}
    </Row>
  )
}

const options = [
  { value: '', label: 'Choose' },
  ...gstStateCodes.map((code) => ({ value: code as string, label: gstStates[code] })),
]

const StateDialog = ({ client, ...dialog }: DialogState & { client: Client }) => (
  <FormDialog
    {...dialog}
    call={clientCalls.setState}
    params={{ clientId: client._id }}
    empty={{ gstState: client.gstState ?? '' }}
    title={`State of ${client.name}`}
    description="The state in the client’s address is the place of supply: GST on charges is split by it in the GST summary."
    fields={[{ as: 'select', name: 'gstState', label: 'State', options }]}
    action="Record state"
    done="State recorded"
  />
)

export function ClientIdentity({ client }: { client: Client }) {
  const { email, mobile, createdAt, executiveName, referralId, panNumber, dateOfBirth, aadhaarNumber } = client
  return (
    <DescriptionList
      items={[
        { term: 'Email', value: email },
        { term: 'Mobile', value: <span className="tabular">{mobile}</span> },
        { term: 'PAN', value: panNumber || 'Not available yet' },
        dateOfBirth !== undefined && { term: 'Date of birth', value: birthText(dateOfBirth) },
        { term: 'Aadhaar', value: aadhaarNumber || 'Not available yet' },
        { term: 'State (GST)', value: <StateFact client={client} /> },
        { term: 'UCC and demat', value: <TradingAccount client={client} /> },
        { term: 'Contract notes', value: <NoteFact client={client} /> },
        { term: 'Registered', value: <DateTime at={createdAt} /> },
        { term: 'Executive', value: executiveName || 'None' },
        { term: 'Referral ID', value: referralId || 'None' },
      ]}
    />
  )
}

/** Some Aadhaar cards have only the year. */
export const birthText = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? formatDate(day) : day)

export const ClientDocuments = ({ client }: { client: Client }) => (
  <DescriptionList
    items={kycDocumentNames.map((name) => {
      const { status, reason, uploadedAt } = client.documents[name]
      return {
        term: cardNames[name],
        value: (
          <div className={layout.start}>
            <DocumentPill status={status} />
            {reason && <div>“{reason}”</div>}
            {uploadedAt && (
              <div className={layout.faint}>
                {sentence('Uploaded on {time}', { time: <DateTime at={uploadedAt} /> })}
              </div>
            )}
          </div>
        ),
      }
    })}
  />
)

export function ClientBank({ client }: { client: Client }) {
  const { accountHolderName, accountNumber, ifsc } = client.bankDetails
  if (accountNumber === '')
    return <EmptyState title="No bank details yet">The client adds them in the portal.</EmptyState>
  return (
    <DescriptionList
      items={[
        { term: 'Account holder', value: accountHolderName },
        { term: 'Account number', value: <span className="tabular">{accountNumber}</span> },
        { term: 'IFSC', value: ifsc },
        client.pennyDrop && { term: 'Name at the bank', value: <PennyDrop client={client} /> },
      ]}
    />
  )
}

const pennyTexts = {
  same: 'Same as the account holder',
  close: 'Similar to the account holder, but not identical',
  different: 'Differs from the account holder',
} as const

function PennyDrop({ client: { bankDetails, pennyDrop } }: { client: Client }) {
  if (!pennyDrop) return null
  const { nameAtBank, paidOn, isCurrent } = pennyDrop
  const match = compareNames(bankDetails.accountHolderName, nameAtBank)
  return (
    <div className={layout.start}>
      {nameAtBank}
      <Check outcome={match === 'same' && isCurrent ? 'fits' : 'differs'}>
        {isCurrent ? pennyTexts[match] : 'The bank details were changed after this penny-drop'}
      </Check>
      <div className={layout.faint}>{sentence('Penny-drop of ₹1.00 on {day}', { day: formatDate(paidOn) })}</div>
    </div>
  )
}

export function ClientTrust({ client }: { client: Client }) {
  const { isDocsVerified, twoStep, frozen, closing, bankDetails } = client
  const marks: readonly [string, StatusTone, string][] = [
    ['Email', 'success', 'Verified'],
    isDocsVerified === 'VERIFIED'
      ? ['Documents', 'success', 'Verified']
      : ['Documents', 'warn', isDocsVerified === 'REVOKED' ? 'Verification revoked' : 'Not verified'],
    twoStep ? ['Two-step login', 'success', 'On'] : ['Two-step login', 'neutral', 'Off'],
    bankDetails.accountNumber ? ['Bank details', 'success', 'Added'] : ['Bank details', 'neutral', 'Not added'],
    closing === 'closed'
      ? ['Login', 'neutral', 'Closed']
      : frozen
        ? ['Login', 'error', 'Frozen']
        : ['Login', 'success', 'Active'],
  ]
  return (
    <ul className={layout.list}>
      {marks.map(([what, tone, words]) => (
        <li key={what}>
          <Row justify="between">
            {what}{' '}
            {tone === 'neutral' ? (
              <span className={layout.soft}>{words}</span>
            ) : (
              <StatusPill tone={tone}>{words}</StatusPill>
            )}
          </Row>
        </li>
      ))}
    </ul>
  )
}
