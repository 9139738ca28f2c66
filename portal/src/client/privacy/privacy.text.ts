export const privacyText = {
  lead: 'What we store about you, and what you can do about it.',
  policy: 'Privacy policy',
  download: 'One ZIP file with everything we store about you: your data as text, and your documents and photos.',
  correction: {
    title: 'Correct your data',
    text: 'Something wrong that you can’t change yourself? Tell us what it should be.',
    field: 'What should we correct?',
    action: 'Request correction',
  },
  erasure: {
    title: 'Erase your data',
    text: 'We remove your personal data and end your login for good. Ledger entries stay, without your name, as the law requires of a broker.',
    field: 'Anything we should know?',
    action: 'Request erasure',
  },
} as const
