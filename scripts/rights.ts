import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call, Right } from '../contract/src/call.ts'
import { features } from '../contract/src/calls.ts'
import { commonErrors } from '../contract/src/error.ts'
import { ledgerErrors } from '../contract/src/ledger.ts'
import { rightsOf, roles } from '../contract/src/operator.ts'
import { proposalKinds } from '../contract/src/proposal-kinds.ts'
import { kindsIn, twoStepKinds } from '../contract/src/proposal.ts'
import { queueKinds, queueNames, queueRights, type QueueKind } from '../contract/src/queue.ts'
import { viewReads } from '../contract/src/view-reads.ts'
import { walletErrors } from '../contract/src/wallet.ts'
import { PlainError, root } from './child.ts'

const file = join(root, 'docs/rights.md')

/** Writes docs/rights.md; with `--check` only says whether it is up to date. */
export async function main(args: string[]): Promise<void> {
  const page = rightsPage()
  if (!args.includes('--check')) return writeFileSync(file, page)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== page)
    throw new PlainError('docs/rights.md is not what the contract says. Run npm run rights.')
}

/** The queues in which proposals wait. */
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

const outsiders = ['visitor', 'ended session', 'client', 'verified client', 'frozen client'] as const
/** A view of the client’s account by the only administrator, and by the support desk, which may read less. */
const views = ['view', 'view by support'] as const
const operators = ['only admin', ...Object.keys(roles), 'disabled'] as const
const callers = [...outsiders, ...views, ...operators]
type Caller = (typeof callers)[number]

const { notSignedIn, noRight, notVerified, notFound } = commonErrors
const yes = 'yes'

/** What the caller is answered: `yes`, or the status of the rejection. */
function answerTo(caller: Caller, name: string, call: Call, kind: QueueKind | undefined): string {
  const { who } = call
  if (who === 'anyone') return yes
  const isClients = who === 'client' || who === 'verified'
  if (caller === 'client' && who === 'verified') return String(notVerified.status)
  if (caller === 'client' || caller === 'verified client') return isClients ? yes : String(notSignedIn.status)
  if (caller === 'view' || caller === 'view by support') {
    const right = isClients && call.method === 'GET' ? viewReads.get(call) : undefined
    if (right !== undefined && rightsIn(caller === 'view' ? 'only admin' : 'support').includes(right)) return yes
    return String(isClients ? noRight.status : notSignedIn.status)
  }
  if (isClients || caller === 'disabled' || outsiders.some((each) => each === caller)) return String(notSignedIn.status)
  const needed = kind ? queueRights[kind] : who === 'operator' ? undefined : who
  if (needed === undefined || rightsIn(caller).includes(needed)) return yes
  return String(name.startsWith('queue.') ? notFound.status : noRight.status)
}

const rightsIn = (caller: Caller): readonly Right[] =>
  caller === 'only admin' ? rightsOf('admin', false) : rightsOf(caller, true)

const calls = Object.entries(features).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)

const rows = calls.flatMap(([name, call]) =>
  (kindsOf[name] ?? [undefined]).map((kind) => [
    kind ? `${name} (${kind})` : name,
    ...callers.map((caller) => answerTo(caller, name, call, kind)),
  ]),
)

/** Calls that whoever made the request, or gave the first approval, may not complete. */
const twoPeople = calls
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

/** Everything that one operator asks for and another decides. */
const decisions = Object.entries({ ...proposalKinds, ...twoStepKinds }).map(([kind, { title, queue }]) => [
  kind,
  title,
  queueNames[queue],
  queueRights[queue],
  ...operators.slice(0, -1).map((caller) => (rightsIn(caller).includes(queueRights[queue]) ? yes : '–')),
])

function rightsPage(): string {
  return `# Rights

Who may make which call. Made from the contract by \`npm run rights\`; \`server/src/app.rights.test.ts\` and
\`server/src/app.rights.policy.test.ts\` make every one of these calls and compare the answers.

\`yes\`: rights do not stop the caller. 401: not logged in, or not at this side. 403: the role does not include it. 409: the documents
are not verified. 404: a case of a kind the role does not decide does not exist for it. A call with a kind in brackets decides cases of several kinds,
each with its own right.

\`view\` is the session in which an operator, here an administrator or the support desk, views a client's account as the client sees it (decision 0100): it
reads what the operator may read at the desk too; everything else of the client is 403, and everything of the desk 401.

The only administrator has every right. From the second one on, administrators (\`admin\`) have no rights over money. Under
\`OPERATOR_FACTOR=passkey\` and in live mode, an operator without the second factor has no rights until it is set up.

${table(['call', ...callers], rows)}

## Two people

These calls complete what needs two people. The maker has the right, and is still rejected.

${table(['call', 'the maker', 'maker', 'second operator'], twoPeople)}

## Decisions of two operators

Everything that one operator asks for and another decides, with its queue and the right to decide it (\`contract/src/proposal.ts\`). A kind with a
dot is a proposal: nothing happens before it is approved.

${table(['kind', 'what it is', 'queue', 'right', ...operators.slice(0, -1)], decisions)}
`
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, n) => Math.max(title.length, ...lines.map((line) => line[n]?.length ?? 0)))
  const row = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n')
}
