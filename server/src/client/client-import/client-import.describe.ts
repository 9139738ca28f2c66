import type { ClientImport } from '@sauda/contract/client/client-import'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { type Described, factsOf, sampleOf } from '../../core/approval/review.ts'

/** The totals of the file, and its first and last lines. */
export function describeImport(
  { fileName, lines, counts, totals }: ClientImport,
  importId: string,
): Described<'client-import.book'> {
  const { clients, positions, bankDetails, balance, cost } = totals
  const facts = factsOf({
    File: { text: fileName, to: `/clients/import/${importId}` },
    Clients: String(clients),
    'With bank details': String(bankDetails),
    Positions: String(positions),
    'Cost of the positions': formatRupees(paiseOf(cost)),
  })
  const rows = lines.map((line) => [
    { text: String(line.line) },
    { text: line.title },
    { text: line.pan },
    { text: line.problems.join('. ') || line.status },
  ])
  return {
    effects: [{ account: { text: 'Opening balances of the clients' }, amount: balance }],
    evidence: [
      { type: 'facts', id: JSON.stringify(counts), title: 'Import', facts },
      {
        type: 'table',
        id: importId,
        title: 'Lines of the file',
        columns: ['Line', 'Content', 'PAN', 'Result'],
        ...sampleOf(rows),
      },
    ],
  }
}
