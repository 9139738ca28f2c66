/** export: files with the data of clients that operators take out of the desk. */

export const exportRules = {
  hours: 24,
  /** Further files of an hour are in one mail. */
  mailMinutes: 60,
} as const

export const tooManyExports = (limit: number, from: string) => ({
  status: 429,
  message: `You have exported ${limit} ${limit === 1 ? 'file' : 'files'} with clients’ data in 24 hours, which is the limit of one operator. You can export the next one from ${from}, or another operator can do it.`,
})
