/** One of the pages about rules and promises: a heading and paragraphs for each point. */
export interface LegalContent {
  title: string
  /** For search engines. */
  description: string
  lead: string
  /** A whole sentence with the day of the last change of meaning. */
  since: string
  points: readonly { heading: string; text: readonly string[] }[]
}

export const who = {
  heading: 'Who we are',
  contents: 'On this page',
  live: '{company} runs {brand}. SEBI registration number {sebi}. Write to us at {support}.',
  address: 'Our registered office: {address}.',
  demo: 'This is a demonstration of {brand}. No broker stands behind it. The text shows what a broker’s own would say.',
  /** Where the demonstration has nobody to name. */
  nobody: 'the person the broker names here',
}
