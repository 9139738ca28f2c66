import { setUpCalls, type setUpSteps } from '@sauda/contract/broker/set-up'
import type { Reply } from '@sauda/contract/platform/call'
import { queueKinds, queueNames } from '@sauda/contract/core/queue'
import { capitalize } from '@sauda/contract/platform/sentence'
import { Card } from '@sauda/ui/card'
import { sentence } from '@sauda/ui/sentence'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { DateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../shell/api.ts'
import { Faint } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { column, type ColumnsOf, headColumn, ListTable } from '../../shell/table.tsx'
import layout from '../../shell/layout.module.css'

type SetUp = Reply<typeof setUpCalls.read>
type Step = (typeof setUpSteps)[number]
type SetUpPerson = SetUp['people'][number]

/** What to do, who does it, and the page where. */
const texts: Record<Step, { title: string; who: string; page?: readonly [path: string, name: string] }> = {
  backup: { title: 'Make the first backup', who: 'On the server: npm run backup, then npm run drill.' },
  cashier: {
    title: 'Add a cashier',
    who: 'The administrator adds one; the cashier chooses a password by the mailed link.',
    page: ['/operators', 'Operators'],
  },
  bankAccount: {
    title: 'Enter the bank account that clients pay to',
    who: 'The administrator.',
    page: ['/books/accounts', 'Bank accounts'],
  },
  clients: {
    title: 'Import the clients with their opening balances',
    who: 'One of the two imports, the other approves. Your own client begins with 0: who credits a client does not pay them alone for 24 hours. Clients imported with bank details can withdraw at once; others wait 24 hours after entering them.',
    page: ['/clients/import', 'Import clients'],
  },
  opening: {
    title: 'Enter the opening balance of the bank account',
    who: 'One of the two enters it, the other approves.',
    page: ['/books/accounts', 'Bank accounts'],
  },
  statement: {
    title: 'Import the first bank statement',
    who: 'The administrator, because the cashier will credit its deposits.',
    page: ['/reconciliation/import', 'Import statement'],
  },
  deposit: {
    title: 'Credit the first deposit',
    who: 'The cashier, once the statement has it.',
    page: ['/queue', 'Queue'],
  },
  withdrawal: {
    title: 'Pay the first withdrawal',
    who: 'The administrator: who credited a client does not pay them alone within 24 hours.',
    page: ['/queue', 'Queue'],
  },
  administrator: {
    title: 'Add the second administrator',
    who: 'Last: it ends the set-up phase. From then on waiting periods apply, and administrators have no rights over money.',
    page: ['/operators', 'Operators'],
  },
}

/** What is done of the first day, and what each operator can do and from when. */
export function SetUpPage() {
  const query = useCall(setUpCalls.read, {})
  return (
    <Page title="Set-up" description="In this order the first client is credited and paid on the first day.">
      <Loaded query={query} what="the set-up" lines={10}>
        {(setUp) => (
          <div className={layout.column}>
            <Card title="Steps">
              <Timeline label="Steps of the set-up" steps={stepsOf(setUp)} />
            </Card>
            <Card title="Who can approve" flush>
              <ListTable label="Who can approve" rows={setUp.people} columns={columnsOf(setUp)} plain />
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function stepsOf({ steps }: SetUp): TimelineStep[] {
  const next = steps.find(({ isDone }) => !isDone)
  return steps.map((each) => {
    const { title, who, page } = texts[each.step]
    return {
      title,
      state: each.isDone ? 'done' : each === next ? 'current' : 'upcoming',
      ...(!each.isDone && { detail: page ? sentence('{who} {page}', { who, page: linkTo(page) }) : who }),
    }
  })
}

const linkTo = ([path, name]: readonly [string, string]): ReactNode => <Link to={path}>{name}</Link>

const columnsOf = ({ setUpPhase }: SetUp): ColumnsOf<SetUpPerson> => [
  headColumn('Name', 'lead', ({ name }) => name),
  column('Role', 'below', ({ role }) => capitalize(role)),
  column('Approves', 'line', ({ approves }) => namesOf(approves)),
  column('From', 'under', (person) => fromWhen(person, setUpPhase)),
]

function namesOf(kinds: SetUpPerson['approves']): ReactNode {
  if (kinds.length === 0) return <Faint>Nothing</Faint>
  return kinds.length === queueKinds.length ? 'Everything' : kinds.map((kind) => queueNames[kind]).join(', ')
}

function fromWhen({ isInvited, approves, waitsUntil }: SetUpPerson, setUpPhase: boolean): ReactNode {
  if (isInvited) return 'After choosing a password by the mailed link'
  if (approves.length === 0) return '–'
  if (waitsUntil === undefined) return 'Now'
  const from = <DateTime at={waitsUntil} />
  return setUpPhase ? sentence('Now; after the set-up phase from {from}', { from }) : from
}
