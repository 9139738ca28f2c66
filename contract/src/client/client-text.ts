import { invalid } from '../platform/error.ts'

/** client-text: what operators may not write to a client, because fraud begins with it. Without schemas. */

export const clientTextErrors = {
  upi: invalid(
    'A message to a client may not contain a UPI ID. Leave it out: clients pay only with the QR code and the link that they see after logging in.',
  ),
  account: invalid(
    'A message to a client may not contain an account number or a telephone number of more than 8 digits. Leave it out; references of the client’s own requests are allowed.',
  ),
  link: invalid('A message to a client may contain no link to another website. Leave it out, or name our own address.'),
  secret: invalid(
    'A message to a client may not ask for a code, a PIN or a password. Our staff never need one. Remove the sentence.',
  ),
} as const
/** Errors of every call whose text a client reads. */
export const clientTextErrorList = Object.values(clientTextErrors)
