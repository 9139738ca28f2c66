import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { ErrorState } from '@sauda/ui/error-state'
import { More } from '@sauda/ui/more'
import { Stack } from '@sauda/ui/stack'
import { Table, type TableProps } from '@sauda/ui/table'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { taxText } from './tax.text.ts'

interface FigureDialogProps<Row> extends Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey'> {
  open: boolean
  title: string
  onClose: () => void
  list: UseInfiniteQueryResult<unknown>
  /** The formula. */
  children: ReactNode
}

/** A figure: its formula, and the rows it is the sum of. */
export function FigureDialog<Row>({ open, title, onClose, list, children, ...table }: FigureDialogProps<Row>) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={title}
      wide
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Stack>
        {children}
        {list.isError && list.data === undefined ? (
          <ErrorState look="line" title={taxText.loaded} query={list} />
        ) : (
          <Table
            {...table}
            label={title}
            loading={list.isPending && 'Loading...'}
            empty={<p className="soft">{taxText.nothingBehind}</p>}
          />
        )}
        <More list={list} label="Load more" centred />
      </Stack>
    </Dialog>
  )
}
