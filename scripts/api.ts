import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call, Right } from '../contract/src/platform/call.ts'
import { allCalls } from '../contract/src/calls.ts'
import { clientTextErrorsOf } from '../contract/src/platform/client-text.ts'
import { commonErrors } from '../contract/src/platform/error.ts'
import { ledgerErrors } from '../contract/src/core/ledger.ts'
import { rightsOf, roles } from '../contract/src/broker/operator.ts'
import { proposalKinds } from '../contract/src/core/proposal-kinds.ts'
import { kindsIn, twoStepKinds } from '../contract/src/core/proposal.ts'
import { queueKinds, queueNames, queueRights, type QueueKind } from '../contract/src/core/queue.ts'
import { viewReads } from '../contract/src/client/view-reads.ts'
import { walletErrors } from '../contract/src/money/wallet.ts'
import { PlainError, root } from './child.ts'

const file = join(root, 'docs/api.md')

/** Writes docs/api.md, every call of the contract; with `--check` only verifies that it is up to date. */
export async function main(args: string[]): Promise<void> {
  const page = apiPage()
  if (!args.includes('--check')) return writeFileSync(file, page)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== page)
    throw new PlainError('docs/api.md differs from the contract. Run npm run api.')
}

/** The queues with proposals. */
const proposalQueues = queueKinds.filter((queue) => kindsIn(queue).length > 0)

/** Calls of `operator` whose right depends on the kind of the case. */
const kindsOf: Readonly<Record<string, readonly QueueKind[]>> = {
  'wallet.approve': ['deposit', 'withdrawal'],
  'wallet.reject': ['deposit', 'withdrawal'],
  'reconciliation.approve': ['deposit', 'withdrawal'],
  'queue.claim': ['deposit', 'withdrawal', 'charge', 'loan'],
  'queue.hold': ['deposit'],
  'queue.resume': ['deposit'],
  'queue.assign': ['deposit'],
  'queue.colleagues': ['deposit'],
  'approval.proposal': proposalQueues,
  'approval.approve': proposalQueues,
  'approval.reject': proposalQueues,
}

/** The callers of a call, and the answer to the others. */
type Access = {
  readonly who: Call['who']
  readonly alsoFor?: Right | undefined
  /** The right that an operator who views the client’s account needs for this call. */
  readonly view?: Right | undefined
  /** The case does not exist for operators without the right. */
  readonly hidden?: boolean
}

const label = ({ who, alsoFor, view, hidden }: Access): string =>
  `${who}${alsoFor ? ` or ${alsoFor}` : ''}${view ? ` (${view})` : ''}${hidden ? ' (404)' : ''}`

function accessOf(name: string, call: Call, kind?: QueueKind): Access {
  if (kind) return { who: queueRights[kind], hidden: name.startsWith('queue.') }
  return { who: call.who, alsoFor: call.alsoFor, view: call.method === 'GET' ? viewReads.get(call) : undefined }
}

const outsiders = ['visitor', 'ended session', 'client', 'verified client', 'frozen client'] as const
/** A view of the client’s account by the only administrator, and by the support desk, which may read less. */
const views = ['view', 'view by support'] as const
const operators = ['only admin', ...Object.keys(roles), 'disabled'] as const
const callers = [...outsiders, ...views, ...operators]
type Caller = (typeof callers)[number]

const { notSignedIn, noRight, notVerified, notFound } = commonErrors
const yes = 'yes'

/** What the caller receives: `yes`, or the status of the rejection. */
function answerTo(caller: Caller, { who, alsoFor, view, hidden }: Access): string {
  if (who === 'anyone') return yes
  const isClients = who === 'client' || who === 'verified'
  if (caller === 'client' && who === 'verified') return String(notVerified.status)
  if (caller === 'client' || caller === 'verified client') return isClients ? yes : String(notSignedIn.status)
  if (caller === 'view' || caller === 'view by support') {
    const viewer = rightsIn(caller === 'view' ? 'only admin' : 'support')
    if (isClients && view !== undefined && viewer.includes(view)) return yes
    return String(isClients ? noRight.status : notSignedIn.status)
  }
  if (isClients || caller === 'disabled' || outsiders.some((each) => each === caller)) return String(notSignedIn.status)
  if (who === 'operator' || rightsIn(caller).some((right) => right === who || right === alsoFor)) return yes
  return String(hidden ? notFound.status : noRight.status)
}

const rightsIn = (caller: Caller): readonly Right[] =>
  caller === 'only admin' ? rightsOf('admin', false) : rightsOf(caller, true)

const accesses = allCalls.map(([name, call]) => ({
  name,
  call,
  access: (kindsOf[name] ?? [undefined]).map((kind) => ({ kind, is: accessOf(name, call, kind) })),
}))

const callLines = accesses.map(({ name, call, access }) => [
  name,
  `${call.method} ${call.path}`,
  [
    ...[
      ...new Set(
        [...(call.errors ?? []), ...(call.body ? clientTextErrorsOf(call.body) : [])].map(({ status }) => status),
      ),
    ].toSorted((a, b) => a - b),
    ...(call.limit ? [`${call.limit.most}/${call.limit.seconds}s`] : []),
  ].join(' '),
  access.map(({ kind, is }) => (kind ? `${kind}=${label(is)}` : label(is))).join(', '),
])

const allAccesses = new Map(accesses.flatMap(({ access }) => access.map(({ is }) => [label(is), is])))
/** One line for all accesses with the same answers. */
const accessLines = Object.entries(
  Object.groupBy(allAccesses, ([, access]) => callers.map((caller) => answerTo(caller, access)).join(' ')),
).map(([answers, same = []]) => [same.map(([title]) => title).join(', '), ...answers.split(' ')])

/** Calls that whoever made the request, or gave the first approval, may not complete. */
const twoPeople = allCalls
  .filter(([, { errors = [] }]) =>
    errors.some(({ message }) =>
      [ledgerErrors.ownRequest, walletErrors.needsSecond].some((e) => e.message === message),
    ),
  )
  .map(([name, { errors = [] }]) => [
    name,
    errors.some(({ message }) => message === walletErrors.needsSecond.message)
      ? 'gave the first approval'
      : 'requested it',
    '409',
    yes,
  ])

/** Everything that one operator requests and another decides. */
const decisions = Object.entries({ ...proposalKinds, ...twoStepKinds }).map(([kind, { title, queue }]) => [
  kind,
  title,
  queueNames[queue],
  queueRights[queue],
])

function apiPage(): string {
  return `# Calls

Every call of the API: name, method and address below \`/api\`, the statuses of its own errors, its limit per client (\`30/3600s\`), and who may make it.
Generated from the contract by \`npm run api\`. What each call does and its fields are in \`/api/docs\` and in \`contract/src\`.

${table(['call', 'address', 'errors and limit', 'access'], callLines)}

## Access

What each kind of caller receives. \`yes\`: rights do not stop the caller. 401: not logged in, or logged in to the other side. 403: the role does not
include the right. 404: the case does not exist for operators without the right. 409: the documents are not verified. A call with several kinds
(\`deposit=wallet.approve\`) needs the right of the kind of its case. \`server/src/app/app.every.test.ts\` and
\`app.rights.policy.test.ts\` make every call as every kind of caller.

\`view\` and \`view by support\`: an operator, here an administrator or the support desk, views a client’s account as the client sees it (decision 0100);
the right in brackets is the one needed for that.

The only administrator has every right; from the second one on, administrators (\`admin\`) have no rights over money. Under \`OPERATOR_FACTOR=passkey\` and
in live mode, an operator without the second factor has no rights until it is set up.

${table(['access', ...callers], accessLines)}

## Two people

These calls complete what needs two people. The maker has the right, and is still rejected.

${table(['call', 'the maker', 'maker', 'second operator'], twoPeople)}

## Decisions of two operators

Everything that one operator requests and another decides, with its queue and the right to decide it (\`contract/src/<group>/proposal-kinds.ts\`). A kind with a
dot is a proposal: nothing happens before it is approved.

${table(['kind', 'what it is', 'queue', 'right'], decisions)}
`
}

/** Columns of fixed width, at least two spaces apart (read by server/test/rights.ts). */
function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, n) => Math.max(title.length, ...lines.map((line) => line[n]?.length ?? 0)))
  const row = (cells: readonly string[]) =>
    cells
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd()
  return ['```text', ...[head, ...lines].map(row), '```'].join('\n')
}
