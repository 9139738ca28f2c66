/** A legal page: a heading and paragraphs for each point. */
export interface LegalContent {
  title: string
  /** For search engines. */
  description: string
  lead: string
  /** With the day of the last change of meaning. */
  since: string
  points: readonly { heading: string; text: readonly string[] }[]
}

export const who = {
  heading: 'Who we are',
  contents: 'On this page',
  live: '{company} runs {brand}. SEBI registration number {sebi}. Write to us at {support}.',
  address: 'Our registered office: {address}.',
  demo: 'This is a demo of {brand}. It is not run by a broker. This text is an example of a broker’s own.',
  /** Shown in a demo. */
  nobody: 'the person named by the broker',
}
