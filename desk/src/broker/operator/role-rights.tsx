import { rights, type Right, type Reply } from '@sauda/contract/platform/call'
import { editableRights, isAdministrator, operatorCalls, rightNames } from '@sauda/contract/broker/operator'
import { Checkbox } from '@sauda/ui/checkbox'
import { RowMenu } from '@sauda/ui/menu'
import { Table } from '@sauda/ui/table'
import {
  FormDialog,
  type ItemDialog,
  useItemDialog,
  type DialogState,
  needsAdministrator,
  DialogButton,
} from '../../shell/form-dialog.tsx'
import { capitalize } from '@sauda/contract/platform/sentence'
import { type ColumnsOf, endColumn, headColumn, ListCard } from '../../shell/table.tsx'
import { Faint } from '../../shell/lines.tsx'
import layout from '../../shell/layout.module.css'

const matrixRows = ['Operators', ...rights, 'Action'] as const
type MatrixRow = (typeof matrixRows)[number]
const isRight = (row: MatrixRow): row is Right => row in rightNames

/** The rights of each role; those of administrators are fixed. */
export function RoleRights({ roles }: { roles: readonly RoleLine[] }) {
  const editing = useItemDialog<RoleLine>((props) => <ChangeRights {...props} />)
  const renaming = useItemDialog<RoleLine>((props) => <RenameRole {...props} />)
  const retiring = useItemDialog<RoleLine>((props) => <RetireRole {...props} />)
  const actionsOf = (row: RoleLine) => [
    { label: 'Change rights', onSelect: () => editing.show(row) },
    ...(row.isOwn && row.operators === 0
      ? [
          { label: 'Rename', onSelect: () => renaming.show(row) },
          { label: 'Retire', onSelect: () => retiring.show(row) },
        ]
      : []),
  ]
  const columns: ColumnsOf<MatrixRow> = [
    headColumn('Right', 'lead', (row) => (isRight(row) ? rightNames[row] : row)),
    ...roles.map((line) =>
      endColumn<MatrixRow>(capitalize(line.role), 'line', (row) =>
        isRight(row) ? (
          line.rights.includes(row) ? (
            'Yes'
          ) : (
            <Faint>–</Faint>
          )
        ) : row === 'Operators' ? (
          line.operators
        ) : isAdministrator(line.role) ? (
          'Fixed'
        ) : (
          <RowMenu label={`Actions for the role ${line.role}`} items={actionsOf(line)} />
        ),
      ),
    ),
  ]
  return (
    <>
      <div className={layout.bar}>
        <h2>Roles</h2>
        <DialogButton dialog={AddRole}>Add role</DialogButton>
      </div>
      <ListCard>
        <Table label="Roles" columns={columns} rows={matrixRows} rowKey={(row) => row} narrow="scroll" />
      </ListCard>
      {editing.dialog}
      {renaming.dialog}
      {retiring.dialog}
    </>
  )
}

const emptyRole = { name: '', rights: [] as readonly Right[] }
const inOrder = (rights: readonly Right[]) => editableRights.filter((each) => rights.includes(each))

const AddRole = (dialog: DialogState) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.addRole}
    empty={emptyRole}
    title="Add role"
    description="Add a role and assign it to operators. It cannot include the right to manage operators."
    fields={({ draft: { rights }, edit }) => [
      { name: 'name', label: 'Name' },
      { own: <RightFields rights={rights} onChange={(next) => edit({ rights: next })} /> },
    ]}
    body={({ name, rights }) => ({ name, rights: inOrder(rights) })}
    action="Add role"
    loadingText="Adding"
    disabled={({ rights }) => inOrder(rights).length === 0}
    done={(_, { name }) => `Role ${name} added`}
    waiting={needsAdministrator}
  />
)

const ChangeRights = ({ item: { role, rights: before }, ...dialog }: ItemDialog<RoleLine>) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.changeRights}
    params={{ role }}
    empty={{ rights: before as readonly Right[] }}
    discardOnClose
    title={`Rights of ${role}`}
    description="For every operator with this role. If a right is removed, they are logged out. If one is added, their approvals count again after 24 hours."
    fields={({ draft: { rights }, edit }) => [
      { own: <RightFields rights={rights} onChange={(next) => edit({ rights: next })} /> },
    ]}
    body={({ rights }) => ({ rights: inOrder(rights) })}
    action="Change rights"
    disabled={({ rights }) => rights.length === before.length && rights.every((right) => before.includes(right))}
    done={`Rights of ${role} changed`}
    waiting={needsAdministrator}
  />
)

interface RightFieldsProps {
  rights: readonly Right[]
  onChange: (rights: Right[]) => void
}

const RightFields = ({ rights: chosen, onChange }: RightFieldsProps) => (
  <fieldset>
    <legend className="visually-hidden">Rights</legend>
    {editableRights.map((right) => (
      <Checkbox
        key={right}
        label={rightNames[right]}
        checked={chosen.includes(right)}
        onChange={({ target }) =>
          onChange(target.checked ? [...chosen, right] : chosen.filter((each) => each !== right))
        }
      />
    ))}
  </fieldset>
)

export type RoleLine = Reply<typeof operatorCalls.operators>['roles'][number]

const RenameRole = ({ item: { role }, ...dialog }: ItemDialog<RoleLine>) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.renameRole}
    params={{ role }}
    empty={{ name: role }}
    discardOnClose
    title={`Rename the role ${role}`}
    description="No operator has this role. Earlier records of the audit trail keep the old name."
    fields={[{ name: 'name', label: 'Name' }]}
    action="Rename"
    disabled={({ name }) => name === role}
    done={(_, { name }) => `The role ${role} is now ${name}`}
    waiting={needsAdministrator}
  />
)

const RetireRole = ({ item: { role }, ...dialog }: ItemDialog<RoleLine>) => (
  <FormDialog
    {...dialog}
    call={operatorCalls.retireRole}
    params={{ role }}
    title={`Retire the role ${role}`}
    description="No operator has this role. It can no longer be assigned, and its name can be used again."
    action="Retire"
    variant="danger"
    done={`The role ${role} is retired`}
    waiting={needsAdministrator}
  />
)
