import type { BankLayout } from '@sauda/contract/banking/payout-layout'
import { EmptyState } from '@sauda/ui/empty-state'
import pressed from '@sauda/ui/pressed-row.module.css'
import type { TableColumn } from '@sauda/ui/table'
import { useItemDialog } from '../../shell/form-dialog.tsx'
import { Faint } from '../../shell/lines.tsx'
import { ListCard, QueryTable } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { LayoutDialog } from './layout-dialog.tsx'
import { PayoutFrame } from './payout-frame.tsx'
import { useLayouts } from './payout.api.ts'

const columnsOf = (onOpen: ((bank: BankLayout) => void) | undefined): readonly TableColumn<BankLayout>[] => [
  {
    key: 'bank',
    header: 'Bank account',
    rowHeader: true,
    place: 'lead',
    cell: (bank) =>
      onOpen ? (
        <button type="button" className={pressed.press} data-item="" onClick={() => onOpen(bank)}>
          {bank.bankName}
        </button>
      ) : (
        bank.bankName
      ),
  },
  {
    key: 'number',
    header: 'Number and IFSC',
    place: 'under',
    cell: ({ accountNumber, ifsc }) => (
      <span className="tabular">{accountNumber ? `${accountNumber}, ${ifsc}` : 'Not entered yet'}</span>
    ),
  },
  {
    key: 'layout',
    header: 'Payout file layout',
    place: 'note',
    cell: (bank) => bank.layout?.name ?? <Faint>Not chosen yet</Faint>,
  },
]

export function LayoutsPage() {
  const mayChange = useCan()('operator.manage')
  const { show, dialog } = useItemDialog<BankLayout>()
  return (
    <PayoutFrame
      title="Payout file layouts"
      description="The columns each bank expects in a payout file, and those of its answer. An administrator changes a layout, and a second one approves it."
    >
      <ListCard>
        <QueryTable
          label="Payout file layouts"
          query={useLayouts()}
          rowsOf={(layouts) => layouts}
          what="the layouts"
          columns={columnsOf(mayChange ? show : undefined)}
          rowKey={({ bankId }) => bankId}
          empty={<EmptyState title="No bank accounts">An administrator can add the first one under Books.</EmptyState>}
        />
      </ListCard>
      {dialog && <LayoutDialog key={dialog.key} bank={dialog.item} {...dialog.props} />}
    </PayoutFrame>
  )
}
