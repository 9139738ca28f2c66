/** privacy: the versions of the privacy notice and the rules, without schemas, for the portal too. */

export const privacyRules = {
  textLength: 500,
  /** The retention period required by law: records of clients and money stay readable this long after the last one. */
  retentionYears: 8,
  /** From the day on which a breach is known to the detailed report to the Data Protection Board. */
  boardHours: 72,
  /** DPDP rules: the longest time to answer a request. */
  answerDays: 90,
  exports: { most: 5, seconds: 86_400 },
  requestRows: 200,
} as const

/** The newest last. A change of meaning is a new version, which each client is asked to accept. */
export const privacyNotices = [
  {
    version: 1,
    since: '2026-11-20',
    items: [
      'We store your name, contact and bank details, the photos of your PAN and Aadhaar cards, your PAN and the last 4 digits of your Aadhaar number: to verify you, as the law requires, and to pay you.',
      'We store your requests, trades, charges, loans and complaints: to carry them out, and as the law requires of a broker.',
      'We store the time, IP address and browser of your logins: to detect misuse.',
      'Only you and the staff who need it can see it; authorities and exchanges where the law requires it. We never sell it.',
      'You can download what we store and have it corrected or erased, withdraw your consent by asking for the erasure of your data, complain to us, and complain to the Data Protection Board of India.',
    ],
  },
] as const

export const currentNotice = privacyNotices.at(-1)?.version ?? 0
