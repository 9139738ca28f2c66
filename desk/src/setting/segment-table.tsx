import { segmentKeys, segmentNames, type Segment, type SegmentValue } from '@sauda/contract/setting'
import { StatusPill } from '@sauda/ui/badge'
import { Table, type TableColumn } from '@sauda/ui/table'

interface SegmentTableProps {
  asked: SegmentValue
  inForce: SegmentValue | undefined
}

/** Each segment, as it is and as it is to be. */
export function SegmentTable({ asked, inForce }: SegmentTableProps) {
  const columns: readonly TableColumn<Segment>[] = [
    { key: 'segment', header: 'Segment', rowHeader: true, cell: (key) => segmentNames[key] },
    ...(inForce ? [{ key: 'now', header: 'Active', cell: (key: Segment) => words(inForce[key]) }] : []),
    {
      key: 'asked',
      header: 'Requested',
      cell: (key) =>
        inForce && inForce[key] !== asked[key] ? (
          <StatusPill tone={asked[key] ? 'success' : 'warn'}>{words(asked[key])}</StatusPill>
        ) : (
          words(asked[key])
        ),
    },
  ]
  return <Table label="Segments" columns={columns} rows={segmentKeys} rowKey={(key) => key} />
}

const words = (isOn: boolean): string => (isOn ? 'Enabled' : 'Disabled')
