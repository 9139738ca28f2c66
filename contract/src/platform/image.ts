import { invalid } from './error.ts'

/** Uploaded photos: limits and errors (settled, section 5). */

export const imageRules = {
  bytes: 5 * 1024 * 1024,
  pixels: 25_000_000,
  /** A document: pixels of the shorter side at least, and how many times as long the longer one may be. */
  document: { shortest: 100, longerBy: 10 },
  /** Uploads per client, including rejected ones, because reading a photo is expensive. */
  uploads: { most: 60, seconds: 600 },
  /** Recognised by content, not by the file's name (`server/src/platform/image.ts`). */
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const

export const imageErrors = {
  notForm: { status: 415, message: 'Send photos as form data' },
  broken: { status: 400, message: 'The form data could not be read. Please try again.' },
  unknownField: invalid('The form has a field that is not known here'),
  twice: invalid('Send only one photo in each field'),
  needed: invalid('Please choose a photo'),
  unreadable: invalid('This photo cannot be read. Please take a new one and save it as JPEG, PNG or WebP.'),
  tooManyBytes: { status: 413, message: 'This photo is larger than 5 MB. Please choose a smaller one.' },
  tooManyPixels: invalid('This photo has more than 25 megapixels. Please choose a smaller one.'),
  tooDeep: invalid('This photo is too large to open. Please save it as JPEG and choose it again.'),
  badShape: invalid(
    'This photo is too small or too narrow to read. Please choose one with at least 100 pixels on each side, and at most ten times as long as wide.',
  ),
  moving: invalid('This is a moving picture. Please choose a still photo.'),
} as const

export const imageErrorList = Object.values(imageErrors)
