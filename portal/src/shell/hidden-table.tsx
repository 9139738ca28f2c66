import type { ReactNode } from 'react'

interface HiddenTableProps {
  label: string
  headers: readonly string[]
  rows: readonly (readonly [header: string, ...cells: ReactNode[]])[]
}

/** The data of a chart, for screen readers. A hidden table takes the height of its rows, so the element around it is hidden. */
export function HiddenTable({ label, headers, rows }: HiddenTableProps) {
  return (
    <div className="visually-hidden">
      <table aria-label={label}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([header, ...cells]) => (
            <tr key={header}>
              <th scope="row">{header}</th>
              {cells.map((cell, index) => (
                <td key={headers[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
