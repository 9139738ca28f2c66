import type { TaxReport } from '@sauda/contract/books/tax'
import { paiseOf } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import type { Descriptions } from '@sauda/ui/description-list'
import { useLast } from '@sauda/ui/dialog'
import { Loaded } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { TabNav } from '@sauda/ui/page-header'
import { Select } from '@sauda/ui/select'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton, SkeletonText } from '@sauda/ui/skeleton'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Screen } from '../../shell/screen.tsx'
import { ForReturn, type OpenFigure } from './for-return.tsx'
import { TaxExits } from './figure-dialogs.tsx'
import { type ExitFilter, useTaxReport } from './tax.api.ts'
import { ByStock } from './by-stock.tsx'
import { totalOf } from './calculation.tsx'
import { taxText } from './tax.text.ts'
import { OtherBrokers, StatedNote, useTaxYears } from './other-brokers.tsx'

export default function Tax() {
  const [search, setSearch] = useSearchParams()
  const report = useTaxReport(search.get('year') ?? undefined)
  const onYear = (year: string) => setSearch((now) => ({ ...Object.fromEntries(now), year }), { replace: true })
  return (
    <Screen title="Tax" icon={<FileSpreadsheet aria-hidden="true" />} description="Realised P&L for your tax return">
      <Loaded query={report} loading={<Waiting />} failed={taxText.failed}>
        {(data) => <Report report={data} onYear={onYear} />}
      </Loaded>
    </Screen>
  )
}

const Waiting = () => (
  <Stack gap={6}>
    <Skeleton shape="title" />
    <Grid two="wide">
      <Card>
        <SkeletonText label="Loading your tax report..." lines={5} />
      </Card>
      <Card>
        <Skeleton shape="block" />
      </Card>
    </Grid>
  </Stack>
)

type Opened = { readonly title: string; readonly figures: Descriptions; readonly filter: ExitFilter }

function Report({ report, onYear }: { report: TaxReport; onYear: (year: string) => void }) {
  const [opened, setOpened] = useState<Opened>()
  const shown = useLast(opened)
  const [search] = useSearchParams()
  const part = search.get('for')
  const isReturn = part === 'return'
  const isElsewhere = part === 'elsewhere'
  const { year } = report
  const years = useTaxYears(report)
  const open: OpenFigure = (title, figures, filter) =>
    setOpened({ title: `${title}, FY ${year}`, figures, filter: { year, ...filter } })
  const openTotal = () => open(taxText.total, totalOf(report), {})
  return (
    <Stack gap={6}>
      <Row justify="between" align="end" gap={4}>
        {/* What other brokers did is in neither amount. */}
        <div hidden={isElsewhere}>
          <p className="note">
            {isReturn
              ? sentence(taxText.afterDeductible, { act: report.act })
              : report.uncharged > 0
                ? taxText.netSoFar
                : taxText.afterCharges}
          </p>
          <Money amount={paiseOf(isReturn ? report.afterCharges : report.net)} size="hero" change />
          {isReturn && report.afterCharges !== report.net && (
            <p className="note">
              {sentence(taxText.netDiffers, { net: <Money amount={paiseOf(report.net)} change /> })}
            </p>
          )}
        </div>
        <Select
          label="Financial year"
          value={year}
          options={years.map((name) => ({ value: name, label: `FY ${name}` }))}
          onChange={(event) => onYear(event.target.value)}
        />
      </Row>
      <TabNav label="Tax">
        <Link to={{ search: `year=${year}` }} replace aria-current={isReturn || isElsewhere ? undefined : 'page'}>
          By stock
        </Link>
        <Link to={{ search: `year=${year}&for=return` }} replace aria-current={isReturn ? 'page' : undefined}>
          For your return
        </Link>
        <Link to={{ search: `year=${year}&for=elsewhere` }} replace aria-current={isElsewhere ? 'page' : undefined}>
          Other brokers
        </Link>
      </TabNav>
      {isElsewhere ? <OtherBrokers year={year} /> : <StatedNote year={year} />}
      {isReturn && <ForReturn report={report} onOpen={open} onTotal={openTotal} />}
      {!isReturn && !isElsewhere && <ByStock report={report} onTotal={openTotal} />}
      {shown && (
        <TaxExits key={shown.title} open={opened !== undefined} {...shown} onClose={() => setOpened(undefined)} />
      )}
    </Stack>
  )
}
