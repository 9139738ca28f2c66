import { emptyFile } from './sent-file.ts'
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { columns } from '../seed/exchange-files.ts'
import { dayInIndia } from '../src/platform/india.ts'
import { priceFileForm } from './price-file.ts'
import type { TestServer } from './server.ts'
import { daysBefore } from './trade.ts'

type Levy = 'stt' | 'stamp'

/** The cells that differ from those of any row, by column. */
export type LevyCells = Readonly<Record<string, string | number>>

/** A file of the clearing corporation of NSE: the member’s total, then these rows. */
export function levyFileText(levy: Levy, day: string, rows: readonly LevyCells[]): string {
  const names = columns[levy].split(',')
  const usual = {
    Sgmt: 'CM',
    Src: 'NCL',
    TradDt: day,
    SttlmTp: 'M',
    ClrMmbId: '90001',
    BrkrOrCtdnPtcptId: '90001',
    TtlBuyTrfVal: '100000.00',
  }
  return [
    columns[levy],
    ...rows.map((row) => names.map((name) => ({ ...usual, ...row })[name] ?? '').join(',')),
    '',
  ].join('\n')
}

export const levyFileName = (levy: Levy, day: string, corporation = 'NCL'): string =>
  `${levy === 'stt' ? 'STT' : 'StampDuty'}_${corporation}_CM_0_CM_90001_${day.replaceAll('-', '')}_F_0000.csv`

let count = 0
/** Valid requests of the call with such a file, each of a day whose trades are computed. */
export function levyFileForms({ db, newClient }: Pick<TestServer, 'db' | 'newClient'>) {
  const file = async () => {
    const day = daysBefore(dayInIndia(new Date()), 200)[++count] ?? ''
    const { id } = await newClient()
    await db.run(
      `insert into security_charge (client_id, day, exchange, isin, client_code, bought, sold, intraday, stt, stamp)
       values ($1, $2, 'BSE', 'INE002A01018', $3, 10, 0, 0, 5, 0)`,
      [id, day, `ANY${count}`],
    )
    const text = levyFileText('stt', day, [{ RptHdr: '30', ClntId: `ANY${count}`, TtlTaxs: '5.00' }])
    return { body: priceFileForm(gzipSync(text), `${levyFileName('stt', day, 'ICCL')}.gz`) }
  }
  return { 'levy-file.importFile': file }
}

/** A stored file without lines. */
export async function storedLevyFile({ db }: Pick<TestServer, 'db'>, operatorId: string): Promise<string> {
  const id = randomUUID()
  await db.run(
    `with ${emptyFile} insert into levy_file (id, levy, exchange, day, name, sha256, total, imported_by)
     values ($1, 'stt', 'BSE', current_date, 'x', sha256(''), 0, $2)`,
    [id, operatorId],
  )
  return id
}
