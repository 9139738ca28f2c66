/** The texts of the public pages' bar and footer. Name, address and numbers of the broker come from the configuration. */

export const footer = {
  start: 'Get started',
  columns: {
    Company: ['About us'],
    Product: ['Live Conversation Platform', 'Dialer', 'Salesfloor', 'Analytics', 'Call Library', 'Pricing'],
    Solutions: [
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
  /** The entries with a link. */
  links: { 'About us': '/#about', Pricing: '/#pricing' } as Readonly<Record<string, string>>,
  mark: 'Entries without a link are examples.',
  office: {
    title: 'Canada office',
    lines: ['Suite 100, 1 Example Street', 'Toronto, Ontario', 'Canada'],
    mark: 'An example address.',
  },
  /** Shown instead of the office when an address is configured. */
  registered: 'Registered office',
  legal: [
    { to: '/privacy', label: 'Privacy policy' },
    { to: '/terms', label: 'Terms of service' },
    { to: '/technical-security', label: 'Technical Security' },
    { to: '/complaints', label: 'Complaints' },
  ],
  support: 'Support',
  dark: 'Switch to dark mode',
  light: 'Switch to light mode',
  privacy:
    'We store only what we need to verify and serve you. The photos of your documents are encrypted, every view is logged, and your full Aadhaar number is never stored.',
  risk: 'Investments in the securities market are subject to market risks. Read all the related documents carefully before investing.',
  demo: 'This is a demo. It is not run by a broker, and no real money moves.',
  identity: {
    name: 'Legal name',
    sebi: 'SEBI registration',
    officer: 'Grievance officer',
    complaints: 'Complaints to SEBI',
    disputes: 'Online dispute resolution',
  },
  copyright: '© 2024 {brand}. All rights reserved.',
}
