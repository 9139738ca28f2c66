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
