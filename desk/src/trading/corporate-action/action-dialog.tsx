import type { CallInput } from '@sauda/contract/platform/call'
import {
  type ActionFile,
  type ActionPreview,
  actionTerms,
  corporateActionCalls,
} from '@sauda/contract/trading/corporate-action'
import { type ActionKind, actionNames, givesOther, listsClients } from '@sauda/contract/trading/corporate-action-name'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { useRequest } from '../../shell/api.ts'
import { FormDialog, type ItemDialog, optionsOf } from '../../shell/form-dialog.tsx'
import { priceText, quantityText } from '../../shell/format.ts'
import { Lines } from '../../shell/lines.tsx'
import { typedNumber } from '../../shell/typed-number.ts'

/** What is known of an action before it is completed: a row of a file, or nothing. */
export type Known = Partial<ActionFile['understood'][number]> & { readonly file?: string }

type Draft = Record<
  | 'stockName'
  | 'exDate'
  | 'held'
  | 'given'
  | 'newIsin'
  | 'otherStock'
  | 'costPercent'
  | 'allottedOn'
  | 'creditedOn'
  | 'accepted'
  | 'issuePrice'
  | 'source',
  string
> & { kind: ActionKind }

const draftOf = ({ kind = 'split', stockName, symbol, exDate, held, given, newIsin, purpose, file }: Known): Draft => ({
  kind,
  stockName: stockName ?? symbol ?? '',
  exDate: exDate ?? '',
  held: held === undefined ? '' : String(held),
  given: given === undefined ? '' : String(given),
  newIsin: newIsin ?? '',
  otherStock: '',
  costPercent: '',
  allottedOn: '',
  creditedOn: '',
  accepted: '',
  issuePrice: '',
  source: file === undefined ? '' : `${file}: ${purpose ?? ''}`,
})

const givenNames = {
  split: 'Shares after it',
  consolidation: 'Shares after it',
  bonus: 'Bonus shares given',
  merger: 'Shares of the other company',
  demerger: 'Shares of the other company',
  rights: 'Entitlements given',
} as const satisfies Partial<Record<ActionKind, string>>

const changesIsin = (kind: ActionKind): boolean => kind === 'split' || kind === 'consolidation'
const isCredited = (kind: ActionKind): boolean => kind === 'bonus' || kind === 'rights' || kind === 'allotment'

const dayNames: Partial<Record<ActionKind, string>> = {
  tender: 'Blocked from',
  buyback: 'Accepted shares leave on',
  allotment: 'Allotted on',
}
const otherNames: Partial<Record<ActionKind, string>> = { rights: 'Entitlement', allotment: 'Share allotted' }
const listNames = {
  tender: {
    label: 'Tendered by each client',
    hint: 'One client a line, such as SD100001 40: the shares are blocked until the buyback is booked.',
  },
  buyback: {
    label: 'Accepted of each client',
    hint: 'One client a line, such as SD100001 12: what the company accepted of the shares tendered. Leave it empty if a tender was withdrawn, or nothing of it accepted.',
    optional: true,
  },
  allotment: {
    label: 'Allotted to each client',
    hint: 'One client a line, such as SD100001 30: for so many entitlements shares were taken. All others lapse, also of clients who are not listed.',
    optional: true,
  },
} as const

const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => line.trim().replaceAll(/[\s,;]+/g, ' ') || [])

/** Only the fields of the kind are sent. */
const bodyOf = ({ kind, stockName, exDate, held, given, source, ...rest }: Draft) => ({
  kind,
  stockName,
  exDate,
  held: listsClients(kind) || kind === 'dividend' ? 1 : typedNumber(held, 4),
  given: listsClients(kind) ? 1 : typedNumber(given, 4),
  source,
  ...(listsClients(kind) && (kind === 'tender' || rest.accepted.trim() !== '') && { accepted: linesOf(rest.accepted) }),
  ...(kind === 'allotment' && { issuePrice: typedNumber(rest.issuePrice) }),
  ...(changesIsin(kind) && rest.newIsin !== '' && { newIsin: rest.newIsin }),
  ...(givesOther(kind) && { otherStock: rest.otherStock }),
  ...(kind === 'demerger' && { costPercent: typedNumber(rest.costPercent, 4) }),
  ...(kind === 'bonus' && { allottedOn: rest.allottedOn }),
  ...(isCredited(kind) && { creditedOn: rest.creditedOn }),
})

export const ActionDialog = ({ item, ...dialog }: ItemDialog<Known>) => (
  <FormDialog
    {...dialog}
    call={corporateActionCalls.book}
    name={`corporate action ${item.line ?? ''} ${item.file ?? ''}`}
    empty={draftOf(item)}
    title="Corporate action"
    description="It replaces what every client held at the close before the ex-date. A dividend changes nothing: the clients are told of it. A rights issue gives entitlements, and its allotment shares for those that were taken. A second operator sees each client before and after, and must approve it on the ex-date or later."
    fields={({ draft }) => [
      { as: 'select', name: 'kind', label: 'Action', options: optionsOf(actionNames) },
      {
        name: 'stockName',
        label: draft.kind === 'allotment' ? 'Entitlement' : 'Share',
        placeholder: draft.kind === 'allotment' ? 'RELIANCE-RE' : 'RELIANCE',
      },
      { as: 'date', name: 'exDate', label: dayNames[draft.kind] ?? 'Ex-date' },
      listsClients(draft.kind)
        ? { as: 'textarea', name: 'accepted', rows: 4, ...listNames[draft.kind] }
        : draft.kind === 'dividend'
          ? { as: 'number', name: 'given', label: 'Rupees a share', hint: 'All dividends of this ex-date together.' }
          : [
              { as: 'number', name: 'held', label: 'For shares held' },
              { as: 'number', name: 'given', label: givenNames[draft.kind] },
            ],
      changesIsin(draft.kind) && {
        name: 'newIsin',
        label: 'New ISIN',
        hint: 'Leave it empty if the ISIN stays.',
        optional: true,
      },
      givesOther(draft.kind) && { name: 'otherStock', label: otherNames[draft.kind] ?? 'Share of the other company' },
      draft.kind === 'allotment' && {
        as: 'price',
        name: 'issuePrice',
        label: 'Issue price',
        hint: 'The clients paid it to the registrar: nothing is taken from their wallets.',
      },
      draft.kind === 'demerger' && {
        as: 'number',
        name: 'costPercent',
        label: 'Part of the cost for it in percent',
        hint: 'As the company publishes it.',
      },
      draft.kind === 'bonus' && { as: 'date', name: 'allottedOn', label: 'Allotted on' },
      isCredited(draft.kind) && { as: 'date', name: 'creditedOn', label: 'Traded from' },
      { name: 'source', label: 'Stated in', hint: 'The file, notice or circular.' },
      { own: <Preview draft={draft} /> },
    ]}
    body={bodyOf}
    action="Send for approval"
    checkAt="the corporate actions"
    discardOnClose
  />
)

type PreviewBody = CallInput<typeof corporateActionCalls.preview>['body']

/** What it would change, once everything is filled in. */
function Preview({ draft }: { draft: Draft }) {
  const request = useRequest(corporateActionCalls.preview)
  const body = bodyOf(draft)
  const isComplete = actionTerms.safeParse(body).success
  const isOfDraft = JSON.stringify(request.variables?.body) === JSON.stringify(body)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        disabled={!isComplete}
        loading={request.isPending}
        onClick={() => request.mutate({ body: body as PreviewBody })}
      >
        Show what it changes
      </Button>
      {isOfDraft && request.error && <AlertBanner tone="error">{errorMessage(request.error)}</AlertBanner>}
      {isOfDraft && request.data && <Effects preview={request.data} kind={draft.kind} />}
    </>
  )
}

const shown = 10
const units: Partial<Record<ActionKind, string>> = { rights: 'entitlements', allotment: 'allotted' }

/** The step of the price follows from the ratio alone. */
const changesNumber = (kind: ActionKind): boolean => changesIsin(kind) || kind === 'bonus'

function Effects({ preview, kind }: { preview: ActionPreview; kind: ActionKind }) {
  const { summary, clients, before, after, fraction, bookedAgain, effects, price } = preview
  const ends = kind === 'allotment' ? 'lapse' : kind === 'tender' ? 'blocked' : 'in cash'
  const inCash = fraction > 0 ? `, and ${quantityText(fraction)} ${ends}` : ''
  return (
    <AlertBanner tone={price.fits === false ? 'warn' : 'info'} title={summary}>
      <Lines>
        <span>{`${clients} ${clients === 1 ? 'client holds' : 'clients hold'} ${quantityText(before)}, afterwards ${quantityText(after)}${inCash}.`}</span>
        {changesNumber(kind) && <span>{stepText(price)}</span>}
        {bookedAgain !== undefined && (
          <span>{`Sold since the ex-date: these trade days are undone and booked again: ${bookedAgain}.`}</span>
        )}
        {effects.slice(0, shown).map((effect) => (
          <span key={effect.clientId}>
            {`${effect.clientName}, ${effect.saudaId}: ${quantityText(effect.before)} before, ${quantityText(effect.after)} after${effect.other === undefined ? '' : `, ${quantityText(effect.other)} ${units[kind] ?? 'of the other share'}`}${effect.fraction === undefined ? '' : `, ${quantityText(effect.fraction)} ${ends}`}${effect.dividend === undefined ? '' : `, dividend ${priceText(effect.dividend)}`}`}
          </span>
        ))}
        {clients > shown && <span>{`${clients - shown} more clients.`}</span>}
      </Lines>
    </AlertBanner>
  )
}

function stepText({ before, on, adjusted, fits }: ActionPreview['price']): string {
  if (before === undefined || adjusted === undefined) return 'No close before the ex-date is known to compare with.'
  const from = `The close of ${formatDate(before.day)}, ${priceText(before.close)}, becomes ${priceText(adjusted)}.`
  if (on === undefined) return `${from} No close of the ex-date is known yet.`
  return `${from} The close of ${formatDate(on.day)} is ${priceText(on.close)}, which ${fits === true ? 'fits' : 'does not fit'}.`
}
