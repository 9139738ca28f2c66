import type { Reply } from '@sauda/contract/platform/call'
import { isAdministrator, operatorCalls, rightNames } from '@sauda/contract/broker/operator'
import { capitalize, withFullStop } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { RowMenu } from '@sauda/ui/menu'
import { sentence } from '@sauda/ui/sentence'
import { DateTime } from '@sauda/web/date-time'
import { useIsTablet } from '@sauda/web/hooks'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type DialogState,
  FormDialog,
  type ItemDialog,
  useItemDialog,
  needsAdministrator,
  DialogButton,
} from '../../shell/form-dialog.tsx'
import { column, type ColumnsOf, endColumn, headColumn, QueryTable } from '../../shell/table.tsx'
import { Email, Faint, twoLines } from '../../shell/lines.tsx'
import { useApprovalState, useMe } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { RoleRights, type RoleLine } from './role-rights.tsx'
import styles from './operator.module.css'
import { useOperators, useRoles } from './operator.api.ts'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { CopyButton } from '@sauda/web/copy-button'

type Operator = Reply<typeof operatorCalls.operators>['operators'][number]

export const OperatorsPage = () => (
  <Page
    title="Operators"
    right="operator.manage"
    description={sentence('Nobody can approve their own request. {steps} shows who can approve what, and from when.', {
      steps: <Link to="/set-up">Set-up</Link>,
    })}
    actions={
      <DialogButton variant="primary" icon={<Plus size={16} aria-hidden="true" />} dialog={AddOperator}>
        Add operator
      </DialogButton>
    }
  >
    <Operators />
  </Page>
)

function Operators() {
  const me = useMe()
  const query = useOperators()
  const role = useItemDialog<Operator>((props) => <ChangeRole {...props} />)
  const login = useItemDialog<Operator>((props) => <ResetLogin {...props} />)
  const leaving = useItemDialog<Operator>((props) => <DisableOperator {...props} />)
  const isTablet = useIsTablet()
  const columns: ColumnsOf<Operator> = [
    headColumn('Name', 'lead', ({ name, email }) => (isTablet ? twoLines(name, <Email>{email}</Email>) : name)),
    !isTablet && column('Email', 'under', ({ email }) => <Email>{email}</Email>),
    column('Role', 'below', (row) => capitalize(row.role)),
    column('Login', 'state', ({ disabled, twoStep }) =>
      disabled ? (
        <StatusPill tone="error">Disabled</StatusPill>
      ) : twoStep ? (
        <StatusPill tone="success">Two-step</StatusPill>
      ) : (
        <Faint>Password</Faint>
      ),
    ),
    column('Last seen', 'line', ({ lastSeenAt }) => (lastSeenAt ? <DateTime at={lastSeenAt} /> : 'Never')),
    endColumn('Action', 'figure', (row) => {
      if (row._id === me.data?._id) return 'You'
      const { disabled, name } = row
      return (
        <RowMenu
          label={`Actions for ${name}`}
          items={
            disabled
              ? [{ label: 'Enable', onSelect: () => login.show(row) }]
              : [
                  { label: 'Change role', onSelect: () => role.show(row) },
                  { label: 'Reset login', onSelect: () => login.show(row) },
                  { label: 'Disable', onSelect: () => leaving.show(row) },
                ]
          }
        />
      )
    }),
  ]
  return (
    <>
      {query.data?.pending.map(({ _id, summary, requestedBy }) => (
        <AlertBanner key={_id} title="Needs a second administrator" action={<Link to={`/proposal/${_id}`}>Open</Link>}>
          {withFullStop(summary)} Requested by {requestedBy}.
        </AlertBanner>
      ))}
      <Card flush>
        <QueryTable
          label="Operators"
          query={query}
          rowsOf={({ operators }) => operators}
          what="the list of operators"
          columns={columns}
        />
      </Card>
      <RoleRights roles={query.data?.roles ?? []} />
      {role.dialog}
      {login.dialog}
      {leaving.dialog}
    </>
  )
}

function ChangeRole({ item: { _id: operatorId, name, role }, ...dialog }: ItemDialog<Operator>) {
  const roles = useRoles()
  return (
    <FormDialog
      {...dialog}
      call={operatorCalls.changeRole}
      params={{ operatorId }}
      empty={{ role }}
      discardOnClose
      title={`Change the role of ${name}`}
      description="They have the new rights immediately, and can approve after 24 hours."
      fields={({ draft }) => [roleField(roles, draft.role)]}
      action="Change role"
      disabled={(draft) => draft.role === role}
      done={(_, draft) => `${name} is now ${draft.role}`}
      waiting={needsAdministrator}
    />
  )
}

const ResetLogin = ({ item: { _id: operatorId, name, email, disabled }, ...dialog }: ItemDialog<Operator>) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.resetOperator}
    params={{ operatorId }}
    title={disabled ? `Enable ${name} again` : `Reset the login of ${name}`}
    description="They get a link by e-mail to choose a new password within 24 hours. Their sessions end, and their passkeys and authenticator app are removed. They can approve again after 24 hours."
    action={disabled ? 'Enable' : 'Reset login'}
    done={`A link was sent to ${email}`}
    waiting={needsAdministrator}
  />
)

const DisableOperator = ({ item: { _id: operatorId, name }, ...dialog }: ItemDialog<Operator>) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.disableOperator}
    params={{ operatorId }}
    title={`Disable ${name}`}
    description="They are logged out now and can no longer log in. Their actions stay in the audit trail."
    action="Disable"
    variant="danger"
    done={`${name} is disabled`}
  />
)

const empty = { name: '', email: '', role: 'reviewer' }

function AddOperator(dialog: DialogState) {
  const roles = useRoles()
  const setUpPhase = useApprovalState().data?.setUpPhase === true
  const [added, setAdded] = useState<Reply<typeof operatorCalls.addOperator>>()
  const { operator, password } = added ?? {}
  if (operator && password !== undefined)
    return <FirstPassword operator={operator} password={password} onClose={() => setAdded(undefined)} />
  return (
    <FormDialog
      {...dialog}
      call={operatorCalls.addOperator}
      empty={empty}
      title="Add operator"
      fields={({ draft }) => [
        { name: 'name', label: 'Name' },
        { name: 'email', label: 'Email', type: 'email' },
        roleField(roles, draft.role, setUpPhase),
      ]}
      action="Add operator"
      loadingText="Adding"
      // Without a password to show, the operator gets an invitation.
      done={(reply, { name }) => (reply.password === undefined ? `${name} was invited by e-mail` : undefined)}
      waiting={needsAdministrator}
      onDone={setAdded}
    />
  )
}

const endsSetUp =
  'This ends the set-up phase: from now on who is new approves after 24 hours, and administrators have no rights over money. Finish the steps of the set-up first.'

/** With the rights of the chosen role. */
const roleField = (roles: readonly RoleLine[], role: string, setUpPhase = false) =>
  ({
    as: 'select',
    name: 'role',
    label: 'Role',
    options: roles.map(({ role: value }) => ({ value, label: capitalize(value) })),
    hint:
      setUpPhase && isAdministrator(role)
        ? endsSetUp
        : roles
            .find((each) => each.role === role)
            ?.rights.map((right) => rightNames[right])
            .join(' · '),
  }) as const

interface FirstPasswordProps {
  operator: { name: string; email: string }
  password: string
  onClose: () => void
}

/** Shown only here, so the dialog stays until it is closed on purpose. */
const FirstPassword = ({ operator, password, onClose }: FirstPasswordProps) => (
  <Dialog
    open
    blocking
    title={`${operator.name} can log in`}
    description="Give this password to the operator in person. It is not e-mailed and will not be shown again."
    footer={<Button onClick={onClose}>I have given them the password</Button>}
  >
    <DescriptionList
      items={[
        { term: 'Email', value: operator.email },
        { term: 'First password', value: <code className={styles.secret}>{password}</code> },
      ]}
    />
    <div>
      <CopyButton text={password} name="Copy password" done="Password copied" variant="secondary" named />
    </div>
  </Dialog>
)
