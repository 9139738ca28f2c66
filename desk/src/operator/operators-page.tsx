import type { Reply } from '@sauda/contract/call'
import type { operatorCalls } from '@sauda/contract/operator'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useLast } from '@sauda/ui/dialog'
import type { TableColumn } from '@sauda/ui/table'
import { appToast } from '@sauda/ui/toast'
import { DateTime } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../shell/form-dialog.tsx'
import { Email } from '../shell/lines.tsx'
import { useMe } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { QueryTable } from '../shell/loaded.tsx'
import { capitalize } from '../shell/format.ts'
import { AddOperator } from './add-operator.tsx'
import { useDisableOperator, useOperators } from './operator.api.ts'

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
  const [leaving, setLeaving] = useState<Operator>()
  const columns: readonly TableColumn<Operator>[] = [
    { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name, place: 'lead' },
    { key: 'email', header: 'Email', cell: ({ email }) => <Email>{email}</Email>, place: 'under' },
    { key: 'role', header: 'Role', cell: ({ role }) => capitalize(role), place: 'below' },
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
        if (row.disabled) return ''
        return (
          <Button variant="secondary" size="small" onClick={() => setLeaving(row)}>
            Disable<span className="visually-hidden"> {row.name}</span>
          </Button>
        )
      },
    },
  ]
  return (
    <>
      <Card flush>
        <QueryTable
          label="Operators"
          query={useOperators()}
          rowsOf={({ operators }) => operators}
          what="the list of operators"
          columns={columns}
          rowKey={({ _id }) => _id}
        />
      </Card>
      <DisableOperator operator={leaving} onClose={() => setLeaving(undefined)} />
    </>
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
