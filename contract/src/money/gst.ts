import { shareOf } from '../platform/decimal.ts'

/** gst: states as GST counts them, which GST a client is charged, and its rounding. Without schemas. */

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
/** CGST and SGST in equal halves; IGST as a whole; or none. */
export const gstForms = ['split', 'whole', 'none'] as const
export type GstForm = (typeof gstForms)[number]
/** By the broker's GSTIN, whose first two digits are its state, and the client's state; without a GSTIN no GST is charged. */
export const gstFormOf = (gstin: string | undefined, state: string | null | undefined): GstForm =>
  gstin === undefined ? 'none' : !state || gstin.startsWith(state) ? 'split' : 'whole'

/** The GST of a charge, as entered; only IGST may have an odd paisa, because CGST and SGST are equal. */
export const chargedGst = (gst: bigint, form: GstForm): bigint => (form === 'whole' ? gst : gst - (gst % 2n))

/** In percent of the amount without GST, newest first. */
const rates = [{ from: '2017-07-01', percent: 18n }]
/** The GST within an amount that includes it, in paise, at the rate of a day such as `2026-11-20`. CGST and SGST are rounded down, IGST half up. */
export function includedGst(paise: bigint, day: string, form: GstForm): bigint {
  if (form === 'none') return 0n
  const { percent } = rates.find(({ from }) => from <= day) ?? { percent: 0n }
  const whole = 100n + percent
  return form === 'whole' ? shareOf(paise, percent, whole) : chargedGst((paise * percent) / whole, form)
}

/** The code of brokerage; which service another charge pays for is not recorded. */
export const brokerageSac = '997152'
