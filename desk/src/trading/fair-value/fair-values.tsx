import { formatCount } from '@sauda/contract/platform/decimal'
import type { Reply } from '@sauda/contract/platform/call'
import { fairValueCalls } from '@sauda/contract/trading/fair-value'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { DateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { useCall } from '../../shell/api.ts'
import { countText } from '../../shell/format.ts'
import {
  ImportFile,
  SecondNeededBanner,
  useFileImport,
  WaitingFileBanner,
  WaitingFiles,
} from '../../shell/import-file.tsx'
import layout from '../../shell/layout.module.css'
import { Lines } from '../../shell/lines.tsx'

/** The prices of 31 January 2018, which tax reports need: imported once for each exchange. */
export function FairValues() {
  const { lists = [], waitingFiles = [] } = useCall(fairValueCalls.list, {}).data ?? {}
  return (
    <>
      <ImportFile
        label="Price list of 31 January 2018"
        hint="Its highest prices are the cost of shares bought until that day in tax reports: cm31JAN2018bhav of NSE or EQ_ISINCODE_310118 of BSE, once for each exchange."
        {...useFileImport(fairValueCalls.preview, fairValueCalls.importFile)}
        action={({ prices }) => `Import ${countText(prices, 'price')} of 31 Jan 2018`}
        reading={(reading, action) => <Reading reading={reading} action={action} />}
        imported={(reading) =>
          reading.waitsForSecond ? (
            <WaitingFileBanner file={reading} />
          ) : (
            <AlertBanner tone="success" title={`${reading.name}: imported`} />
          )
        }
      >
        <Lines>
          {lists.length === 0 && <span>No list is imported: tax reports use the actual cost and say so.</span>}
          {lists.map(({ _id, exchange, name, prices, counts, importedBy, approvedBy, importedAt }) => (
            <span key={_id}>
              {`${exchange}: ${name}, ${countText(prices, 'price')}, imported by ${importedBy}${approvedBy === undefined ? '' : `, approved by ${approvedBy}`}, `}
              <DateTime at={importedAt} />
              {counts ? '' : ' (replaced)'}
            </span>
          ))}
        </Lines>
      </ImportFile>
      <WaitingFiles files={waitingFiles} />
    </>
  )
}

type Preview = Reply<typeof fairValueCalls.preview>

function Reading({ reading, action }: { reading: Preview; action: ReactNode }) {
  const { exchange, prices, added, changed, absent, leftOut, secondReasons } = reading
  return (
    <>
      <SecondNeededBanner reasons={secondReasons} />
      <Card title={`${exchange}, 31 Jan 2018: ${countText(prices, 'price')}`} aside={action}>
        <p className={layout.soft}>
          {added === prices && absent === 0
            ? 'No list of this exchange counts yet, so every price is new.'
            : `Compared with the list that counts: ${formatCount(added)} new, ${formatCount(changed)} different, ${formatCount(absent)} no longer there.`}
        </p>
        {leftOut.length > 0 && (
          <p className={layout.soft}>
            {`Rows left out: ${leftOut.map(({ reason, rows }) => `${formatCount(rows)} ${reason}`).join('; ')}.`}
          </p>
        )}
      </Card>
    </>
  )
}
