import type { Figures } from '@sauda/contract/broker/digest'
import type { Right } from '@sauda/contract/platform/call'
import { sentFileKinds, sentFileStates } from '@sauda/contract/core/sent-file'
import { exchanges } from '@sauda/contract/trading/market'
import { dateText } from '../../platform/india.ts'
import { type DigestSources, type EveningFile, openIf, row } from './digest.sections.ts'

const eveningPages = { exchange: '/trade/files', price: '/trade/prices' } as const satisfies Record<EveningFile, string>

/** The files that the exchanges provide in the evening of a trading day. */
export async function filesOf({ files: read }: DigestSources, rights: readonly Right[]): Promise<Figures[]> {
  const kinds = (['exchange', 'price'] as const).filter((kind) => rights.includes(sentFileKinds[kind].right))
  if (kinds.length === 0) return []
  const { day, files, missing } = await read(kinds)
  const rows = kinds.flatMap((kind) =>
    exchanges.map((exchange) => {
      const isOf = (about: string) => about.includes(exchange) && about.includes(dateText(day))
      const sent = files.filter((each) => each.kind === kind && isOf(each.about))
      // What was rejected or replaced says nothing about the day.
      const file = sent.find(({ status }) => status === 'waiting') ?? sent.find(({ status }) => status === 'counted')
      const isLate = kind === 'price' && missing.some((each) => each.exchange === exchange && each.day === day)
      const value = file ? sentFileStates[file.status] : isLate ? 'Missing' : 'Not received'
      return row(`${sentFileKinds[kind].name} (${exchange})`, value, {
        path: file?.proposalId ? `/proposal/${file.proposalId}` : eveningPages[kind],
        ...(isLate && !file && { isLate }),
        ...openIf(file?.status === 'waiting' || (isLate && !file)),
      })
    }),
  )
  const earlier = missing.filter((each) => each.day !== day).length
  if (earlier > 0)
    rows.push(
      row('Price files of earlier days', `${earlier} missing`, {
        path: eveningPages.price,
        isOpen: true,
        isLate: true,
      }),
    )
  return [{ title: `Files of ${dateText(day)}`, path: '/files', rows }]
}
