import type { Reply } from '@sauda/contract/call'
import type { operatorCalls } from '@sauda/contract/operator'
import { withFullStop } from '@sauda/contract/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useLast } from '@sauda/ui/dialog'
import type { TableColumn } from '@sauda/ui/table'
import { appToast } from '@sauda/ui/toast'
import { DateTime } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog, useFormDialog, useItemDialog } from '../shell/form-dialog.tsx'
import { Email } from '../shell/lines.tsx'
import { useMe } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { QueryTable } from '../shell/loaded.tsx'
import { capitalize } from '../shell/format.ts'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { RoleRights } from './role-rights.tsx'
import { AddOperator, RoleSelect } from './add-operator.tsx'
import styles from './operator.module.css'
import { useChangeRole, useDisableOperator, useOperators, useResetOperator } from './operator.api.ts'

type Operator = Reply<typeof operatorCalls.operators>['operators'][number]

export function OperatorsPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="Operators"
      right="operator.manage"
      description="The broker’s staff. A role is a set of rights. Nobody can approve their own request."
      actions={
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add operator
        </Button>
      }
    >
      <Operators />
      <AddOperator open={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

function Operators() {
  const me = useMe()
  const query = useOperators()
  const [leaving, setLeaving] = useState<Operator>()
  const role = useItemDialog<Operator>()
  const login = useItemDialog<Operator>()
  const columns: readonly TableColumn<Operator>[] = [
    { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name, place: 'lead' },
    { key: 'email', header: 'Email', cell: ({ email }) => <Email>{email}</Email>, place: 'under' },
    {
      key: 'role',
      header: 'Role',
      place: 'below',
      cell: (row) =>
        row.disabled || row._id === me.data?._id ? (
          capitalize(row.role)
        ) : (
          <Button variant="secondary" size="small" onClick={() => role.show(row)}>
            {capitalize(row.role)}
            <span className="visually-hidden"> {row.name}</span>
          </Button>
        ),
    },
    {
      key: 'state',
      header: 'Login',
      place: 'state',
      cell: ({ disabled, twoStep }) =>
        disabled ? (
          <StatusPill tone="error">Disabled</StatusPill>
        ) : (
          <StatusPill tone={twoStep ? 'success' : 'neutral'}>{twoStep ? 'Two-step' : 'Password only'}</StatusPill>
        ),
    },
    {
      key: 'seen',
      header: 'Last seen',
      cell: ({ lastSeenAt }) => (lastSeenAt ? <DateTime at={lastSeenAt} /> : 'Never'),
    },
    {
      key: 'action',
      header: 'Action',
      align: 'end',
      place: 'figure',
      cell: (row) => {
        if (row._id === me.data?._id) return 'You'
        return (
          <div className={styles.actions}>
            <Button variant="secondary" size="small" onClick={() => login.show(row)}>
              {row.disabled ? 'Enable' : 'Reset login'}
              <span className="visually-hidden"> {row.name}</span>
            </Button>
            {!row.disabled && (
              <Button variant="secondary" size="small" onClick={() => setLeaving(row)}>
                Disable<span className="visually-hidden"> {row.name}</span>
              </Button>
            )}
          </div>
        )
      },
    },
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
          rowKey={({ _id }) => _id}
        />
      </Card>
      <RoleRights roles={query.data?.roles ?? []} />
      {role.dialog && <ChangeRole key={role.dialog.key} operator={role.dialog.item} {...role.dialog.props} />}
      {login.dialog && <ResetLogin key={login.dialog.key} operator={login.dialog.item} {...login.dialog.props} />}
      <DisableOperator operator={leaving} onClose={() => setLeaving(undefined)} />
    </>
  )
}

function ChangeRole({ operator, open, onClose }: { operator: Operator; open: boolean; onClose: () => void }) {
  const change = useChangeRole()
  const { _id: operatorId, name, role } = operator
  const form = useFormDialog({
    name: `role ${operatorId}`,
    empty: { role },
    mutation: change,
    onClose,
    discardOnClose: true,
  })
  const { draft } = form
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `${name} is now ${draft.role}`, needsAdministrator)
    form.close()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Change the role of ${name}`}
      description="They have the new rights immediately, and can approve after 24 hours."
      action="Change role"
      disabled={draft.role === role}
      onSubmit={(event) =>
        form.submit(event, undefined, () =>
          change.mutate({ params: { operatorId }, body: { role: draft.role } }, { onSuccess }),
        )
      }
    >
      <RoleSelect role={draft.role} field={form.field('role')} />
    </FormDialog>
  )
}

function ResetLogin({ operator, open, onClose }: { operator: Operator; open: boolean; onClose: () => void }) {
  const reset = useResetOperator()
  const { _id: operatorId, name, email, disabled } = operator
  const close = () => {
    reset.reset()
    onClose()
  }
  const onSuccess = (reply: Outcome) => {
    toastOutcome(reply, `A link was sent to ${email}`, needsAdministrator)
    close()
  }
  return (
    <FormDialog
      form={{ mutation: reset, close }}
      open={open}
      title={disabled ? `Enable ${name} again` : `Reset the login of ${name}`}
      description="They get a link by e-mail to choose a new password within 24 hours. Their sessions end, and their passkeys and authenticator app are removed. They can approve again after 24 hours."
      action={disabled ? 'Enable' : 'Reset login'}
      onConfirm={() => reset.mutate({ params: { operatorId } }, { onSuccess })}
    />
  )
}

function DisableOperator({ operator, onClose }: { operator: Operator | undefined; onClose: () => void }) {
  const disable = useDisableOperator()
  const shown = useLast(operator)
  if (!shown) return null
  const close = () => {
    disable.reset()
    onClose()
  }
  const onSuccess = () => {
    appToast.success(`${shown.name} is disabled`)
    close()
  }
  return (
    <FormDialog
      form={{ mutation: disable, close }}
      open={operator !== undefined}
      title={`Disable ${shown.name}`}
      description="They are logged out now and can no longer log in. Their actions stay in the audit trail."
      action="Disable"
      variant="danger"
      onConfirm={() => disable.mutate({ params: { operatorId: shown._id } }, { onSuccess })}
    />
  )
}
