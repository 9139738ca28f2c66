import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressible = /\.(?:js|css|html|svg|json|webmanifest|wasm)$/
/** A file that fits into one packet gains nothing from compression. */
const smallest = 1000

/** Writes `.br` and `.gz` beside each file of a build that becomes smaller: compressed once instead of at every request. */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => compressible.test(file))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(folder, file))
      if (bytes.length < smallest) return
      await Promise.all([
        promisify(brotliCompress)(bytes).then((small) => writeFile(join(folder, `${file}.br`), small)),
        promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(join(folder, `${file}.gz`), small)),
      ])
    }),
  )
}
