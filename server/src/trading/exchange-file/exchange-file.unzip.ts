import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { exchangeFileErrors } from '@sauda/contract/trading/exchange-file'
import { lineFault } from '../../platform/format.ts'

const mostBytes = 256 * 1024 * 1024

/** The upload is compressed on arrival; the exchange may have compressed it before. */
export async function* linesOf(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = Buffer.alloc(0)
  let line = 0
  let size = 0
  const read = (part: Buffer): string => {
    line += 1
    // PostgreSQL stores no zero byte.
    if (part.includes(0)) throw lineFault(line, exchangeFileErrors.characters)
    try {
      return decoder.decode(part).replace(/\r$/, '')
    } catch {
      throw lineFault(line, exchangeFileErrors.characters)
    }
  }
  for await (const chunk of unzipped(unzipped([bytes]))) {
    size += chunk.length
    if (size > mostBytes) throw new AppError(exchangeCsvErrors.tooMuch)
    rest = Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      yield read(rest.subarray(from, end))
      from = end + 1
    }
    rest = rest.subarray(from)
    if (rest.length > 100_000) throw lineFault(line + 1, 'it has more than 100,000 characters.')
  }
  if (rest.length > 0) yield read(rest)
}

/** Its content if it is a gzip file, otherwise itself. */
async function* unzipped(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const iterator = Readable.from(source as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return
  const start = Buffer.from(first.value as Uint8Array)
  const all = async function* () {
    yield start
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield Buffer.from(next.value as Uint8Array)
  }
  if (start.subarray(0, 2).toString('hex') === '504b') throw new AppError(exchangeFileErrors.zip)
  if (start.subarray(0, 2).toString('hex') !== '1f8b') return yield* all()
  const gunzip = createGunzip()
  const filled = fill(gunzip, all())
  filled.catch((error: Error) => gunzip.destroy(error))
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(exchangeFileErrors.brokenArchive)
  }
  await filled
}

async function fill(gunzip: ReturnType<typeof createGunzip>, parts: AsyncIterable<Buffer>): Promise<void> {
  for await (const part of parts) if (!gunzip.write(part)) await once(gunzip, 'drain')
  gunzip.end()
}
