/**
 * gst: states as GST counts them, and the rounding of GST in two equal halves. Without schemas. Whether it is CGST and SGST or IGST follows
 * from the client's state, which the report reads: `server/src/books/report/report.gst.sql.ts`.
 */

export const gstStates = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
} as const
export type GstState = keyof typeof gstStates
/** By name. */
export const gstStateCodes = (Object.keys(gstStates) as GstState[]).toSorted((one, other) =>
  gstStates[one].localeCompare(gstStates[other]),
) as [GstState, ...GstState[]]

/** Two digits of the state, PAN, number of the registration, Z and a check character. */
export const gstinPattern = new RegExp(`^(?:${gstStateCodes.join('|')})[A-Z]{5}\\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$`)

/** The highest rate of GST, in percent of the charge. */
const highestRate = 28n
/** Amounts in paise. */
export const isGstTooHigh = (gst: bigint, amount: bigint): boolean => gst * 100n > amount * highestRate
/** CGST and SGST are equal to the paisa, so the GST of a charge is an even number of paise. */
export const evenGst = (gst: bigint): bigint => gst - (gst % 2n)

/** In percent of the amount without GST, newest first. */
const rates = [{ from: '2017-07-01', percent: 18n }]
/** The GST within an amount that includes it, in paise, at the rate of a day such as `2026-11-20`. */
export function includedGst(paise: bigint, day: string): bigint {
  const { percent } = rates.find(({ from }) => from <= day) ?? { percent: 0n }
  return evenGst((paise * percent) / (100n + percent))
}

/** The code of brokerage; which service another charge pays for is not recorded. */
export const brokerageSac = '997152'
