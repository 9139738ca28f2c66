import { commonErrors } from '@sauda/contract/platform/error'
import { signerP12, signerPassword } from '../server/seed/note-signer.ts'
import { readConfig } from '../server/src/config.ts'
import { createMark } from '../server/src/core/document/document.ts'
import { brokerOf } from '../server/src/core/pdf/pdf.pages.ts'
import { inThread } from '../server/src/platform/thread.ts'
import type { NoteContent, NoteFill } from '../server/src/trading/contract-note/contract-note.content.ts'
import type { NotePdf } from '../server/src/trading/contract-note/contract-note.pdf.ts'
import type * as work from '../server/src/trading/contract-note/contract-note.thread.ts'
import { optionsOf, printTable, reportMisses, whole } from './report.ts'

const module = new URL('../server/src/trading/contract-note/contract-note.thread.ts', import.meta.url)
const printed = {
  phone: '+91 22 5550 0100',
  dealingAddress: '4 Example Road, Fort, Mumbai 400001',
  complianceOfficer: 'Meera Rao, +91 22 5550 0101, compliance@broker.example',
}
const limits = { seconds: 600, notes: 10_000 }
const one = 100_000_000n

/** A sixth of the trades are sales, a fourth is at BSE. */
const fillOf = (at: number): NoteFill => ({
  id: String(at),
  order: `11000000000${10_000 + at}`,
  orderedAt: new Date('2026-11-20T04:30:00Z'),
  number: String(700_000 + at),
  tradedAt: new Date('2026-11-20T04:30:01Z'),
  stock: `SHARE${at % 5}`,
  isin: `INE00${at % 5}A01018`,
  side: at % 6 === 5 ? 'S' : 'B',
  exchange: at % 4 === 3 ? 'BSE' : 'NSE',
  quantity: BigInt(10 + at) * one,
  price: 1500n * one + (BigInt(at) * one) / 20n,
  settlementId: at % 4 === 3 ? 'BSE-M-2026220' : 'NSE-M-2026220',
})

function contentOf(at: number, trades: number): NoteContent {
  const charges = { brokerage: 4000n, exchangeCharges: 46n, sebiFee: 2n, stt: 1500n, stampDuty: 225n, gst: 368n }
  return {
    clientId: String(at),
    contractId: String(at),
    day: '2026-11-20',
    name: `Client ${at}`,
    saudaNumber: BigInt(100_000 + at),
    ucc: `UD${at}`,
    pan: 'ABCPD1234E',
    state: '27',
    gstForm: 'split',
    address: '12 Example Society, Link Road, Mumbai 400053',
    amounts: { ...charges, bought: 10_000_000n, sold: 5_000_000n, net: -5_006_141n },
    fills: Array.from({ length: trades }, (_, place) => fillOf(at + place)),
    settlements: ['NCL', 'ICCL'].map((corporation, place) => ({
      id: `${place === 0 ? 'NSE' : 'BSE'}-M-2026220`,
      corporation,
      settlesOn: '2026-11-23',
    })),
  }
}

/** `npm run bench:notes -- --notes 300 --trades 6`: contract notes drawn, encrypted and signed in a thread, as the job does it. */
export async function main(args: string[]): Promise<void> {
  const values = optionsOf(args, { notes: '300', trades: '6' })
  const [count, trades] = [Number(values.notes), Number(values.trades)]
  const config = readConfig({ DATA_DIR: '/tmp', DEMO_DATA: 'off' })
  const signer = { p12: signerP12(), password: signerPassword }
  const run = inThread<typeof work>(module, commonErrors.tooMuchWork, { seconds: 600, youngMegabytes: 16 })
  const { bytes, name } = await run('probe', signer)
  const website = 'https://broker.example'
  const broker = {
    ...brokerOf(config),
    gstin: '27AAACS0000D1ZA',
    memberships: 'NSE 90001, BSE 9001',
    website,
    ...printed,
  }
  const noteOf = (at: number): NotePdf => ({
    content: contentOf(at, trades),
    broker,
    preparedAt: new Date(),
    issued: {
      number: `CN2627-${at}`,
      mark: createMark(website),
      signedBy: name,
      signatureBytes: bytes,
      password: `UD${at}`,
    },
  })
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  let size = 0
  const slice = 40
  for (let from = 0; from < count; from += slice) {
    const notes = Array.from({ length: Math.min(slice, count - from) }, (_, at) => noteOf(from + at))
    for (const file of await run('signedNotes', { notes, signer })) size += file.length
  }
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  const ofAll = (each: number) => (each / count) * (limits.notes / 1000)
  const seconds = ofAll(took)
  const processor = ofAll((user + system) / 1000)
  printTable(
    ['notes', 'ms each', 'processor ms each', 'KB each', '10,000 in s', 'on a free core, s'],
    [
      [
        String(count),
        whole(took / count),
        whole((user + system) / 1000 / count),
        whole(size / count / 1024),
        whole(seconds),
        whole(processor),
      ],
    ],
  )
  reportMisses(processor > limits.seconds ? [`10,000 notes need ${whole(processor)} s of processor time`] : [])
}
