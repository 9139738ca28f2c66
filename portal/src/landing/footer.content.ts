/** Every word at the foot of the public pages. A broker's own name, address and numbers come from the configuration. */

export const footer = {
  start: 'Get started',
  columns: [
    { title: 'Company', items: ['About us'] },
    {
      title: 'Product',
      items: ['Live Conversation Platform', 'Dialer', 'Salesfloor', 'Analytics', 'Call Library', 'Pricing'],
    },
    {
      title: 'Solutions',
      items: [
        'Build Pipeline',
        'Increase Call Volume',
        'Decrease Ramp-time',
        'Coach',
        'Sales Reps',
        'Managers',
        'Sales Leaders',
        'Sales Operations',
      ],
    },
  ],
  /** The entries that lead somewhere. */
  links: { 'About us': '/#about', Pricing: '/#pricing' } as Readonly<Record<string, string>>,
  mark: 'Entries without a link are examples, not services of ours.',
  office: {
    title: 'Canada office',
    lines: ['Suite 100, 1 Example Street', 'Toronto, Ontario', 'Canada'],
    mark: 'An example address.',
  },
  /** Takes the office's place where the configuration has an address. */
  registered: 'Registered office',
  legal: [
    { to: '/privacy', label: 'Privacy policy' },
    { to: '/terms', label: 'Terms of service' },
    { to: '/technical-security', label: 'Technical Security' },
  ],
  support: 'Support',
  dark: 'Switch to dark mode',
  light: 'Switch to light mode',
  privacy:
    'We keep what we need to know you and to serve you, and nothing else. The photos of your documents are encrypted, every look at them is recorded, and your full Aadhaar number is never stored.',
  risk: 'Investments in the securities market are subject to market risks. Read all the related documents carefully before investing.',
  demo: 'This is a demonstration. No broker stands behind it, and no real money moves.',
  identity: {
    name: 'Legal name',
    sebi: 'SEBI registration',
    officer: 'Grievance officer',
    complaints: 'Complaints to SEBI',
    disputes: 'Online dispute resolution',
  },
  copyright: '© 2024 {brand}. All rights reserved.',
}
