/** Texts of the public pages that the login, the registration and the account area show too. */

export const promises = [
  'You never need to pay a charge to withdraw.',
  'Your full Aadhaar number is never stored.',
  'Every rupee in and out is in your statement.',
] as const

export const openingSteps = {
  title: 'Open in 3 steps',
  steps: [
    { title: 'Your details', text: 'Your name, email, mobile number and a password.' },
    { title: 'Email code', text: 'Enter the 6-digit code we send you.' },
    { title: 'Documents', text: 'Upload photos of your PAN and Aadhaar cards.' },
  ],
} as const
