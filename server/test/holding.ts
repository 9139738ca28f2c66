import { dayInIndia } from '../src/platform/india.ts'
import { newIsin, priceFileForm } from './price-file.ts'
import type { TestServer } from './server.ts'

let count = 0

/** Valid requests of the calls with a holdings file, each about the demat account of a client of its own. */
export function holdingForms({ db }: Pick<TestServer, 'db'>, client: () => Promise<{ readonly id: string }>) {
  const file = async () => {
    const demat = String(9_900_000_000_000_000n + BigInt(++count))
    await db.run('update client set demat = $2 where id = $1', [(await client()).id, demat])
    const text = `BO ID,ISIN,Balance,Date\n${demat},${newIsin(90_000 + count)},5,${dayInIndia(new Date())}\n`
    return { body: priceFileForm(text, 'holdings.csv') }
  }
  return { 'holding.preview': file, 'holding.importFile': file }
}
