import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { LineTable } from './line-table.tsx'
import type { Preview } from './reconciliation.api.ts'
import { broughtText, importText, leftOutSentence } from './words.ts'
import layout from '../shell/layout.module.css'
import styles from './reconciliation.module.css'

interface PreviewCardProps {
  preview: Preview
  onImport: () => void
}

export function PreviewCard({ preview, onImport }: PreviewCardProps) {
  const title = preview.account === undefined ? preview.fileName : `${preview.fileName}, account ••${preview.account}`
  const { added, sample, warnings, withoutAmount, columns } = preview
  return (
    <Card title={title} aria-label={title}>
      <div className={styles.evidence}>
        <Sums preview={preview} />
        {warnings.map((warning) => (
          <AlertBanner key={warning} tone="warn">
            {warning}
          </AlertBanner>
        ))}
        <p className={styles.columns}>
          <span>Columns:</span>
          {columns.map(({ header, readAs }) => (
            <span key={`${header} ${readAs}`}>
              {sentence('{header} as {what}', { header: <b>{header}</b>, what: readAs.toLowerCase() })}
            </span>
          ))}
          {withoutAmount > 0 && <span>{leftOutSentence(withoutAmount)}</span>}
        </p>
        {added === 0 ? (
          <AlertBanner title="Every entry in this file was already imported">
            Importing it again would change nothing.
          </AlertBanner>
        ) : (
          <>
            <p>{broughtText(preview)}</p>
            <Row>
              <Button onClick={onImport}>{importText(added)}</Button>
            </Row>
            <LineTable label="First new lines" lines={sample} linked={false} />
          </>
        )}
      </div>
    </Card>
  )
}

function Sums({ preview: { firstOn, lastOn, lines, added, credits, debits } }: { preview: Preview }) {
  const period = firstOn === lastOn ? formatDate(firstOn) : `${formatDate(firstOn)} – ${formatDate(lastOn)}`
  const number = new Intl.NumberFormat('en-IN')
  return (
    <dl className={layout.strip}>
      <div>
        <dt>Period</dt>
        <dd>{period}</dd>
      </div>
      <div>
        <dt>Lines</dt>
        <dd>{`${number.format(lines)}, ${number.format(added)} new`}</dd>
      </div>
      <div>
        <dt>Received</dt>
        <dd>
          <Money amount={paiseOf(credits)} />
        </dd>
      </div>
      <div>
        <dt>Paid out</dt>
        <dd>
          <Money amount={paiseOf(debits)} />
        </dd>
      </div>
    </dl>
  )
}
