/** What a generated statement is like: its lines, and how the bank writes them. */
export type Plan = {
  readonly lines: readonly {
    /** Days after the line before. */
    readonly step: number
    readonly isCredit: boolean
    readonly paise: number
    readonly text: string
  }[]
  readonly opening: number
  readonly amounts: 'two columns' | 'words' | 'marks' | 'signs'
  readonly hasBalance: boolean
  readonly hasReference: boolean
  readonly isNewestFirst: boolean
  /** These choose between ways of writing. */
  readonly names: number
  readonly dates: number
  readonly numbers: number
  readonly delimiter: string
  readonly above: number
  readonly between: number
  readonly below: number
  readonly ends: 'none' | 'opening' | 'closing' | 'both'
}

export type Written = {
  readonly day: string
  readonly isCredit: boolean
  readonly paise: number
  readonly text: string
  readonly balance: number
}

/** The lines with their days and balances, oldest first. */
export function writtenLines({ lines, opening }: Plan): Written[] {
  let [day, balance] = ['2025-10-01', opening]
  return lines.map(({ step, isCredit, paise, text }) => {
    day = new Date(Date.parse(day) + step * 86_400_000).toISOString().slice(0, 10)
    balance += isCredit ? paise : -paise
    return { day, isCredit, paise, text, balance }
  })
}
