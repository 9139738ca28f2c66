/** The specification names its title, but no screen. */
export const titleWithoutScreen = '/account/wallet/loan'

/** Document titles per path (specification, section 2); unknown paths have the product's name only. */
const titles: Readonly<Record<string, string>> = {
  '/login': 'Login',
  '/create-account': 'Create Account',
  '/create-account/verify-otp': 'Verify OTP',
  '/welcome': 'Choose Your Password',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/technical-security': 'Technical Security',
  '/profile/verify-bank-details': 'Verify Bank Details',
  '/profile/verify-docx': 'Verify Documents',
  '/account/home': 'Dashboard',
  '/account/profile': 'Profile',
  '/account/personal-details': 'Personal Details',
  '/account/bank': 'Bank Accounts',
  '/account/security': 'Security',
  '/account/demat': 'Demat Account Details',
  '/account/segment': 'Manage Segment',
  '/account/nominee': 'Nominee',
  '/account/fund-settlement': 'Fund Settlement Frequency',
  '/account/charges': 'Charges',
  '/account/complaints': 'Complaints',
  '/account/close': 'Close Account',
  '/account/privacy': 'Your Data',
  '/complaints': 'Complaints',
  '/document': 'Document',
  '/account/tax': 'Tax',
  '/account/wallet': 'Wallet',
  '/account/wallet/add-fund': 'Add Fund',
  '/account/wallet/transaction-history': 'Transaction History',
  '/account/wallet/statement': 'Statement',
  [titleWithoutScreen]: 'Loan',
  '/account/portfolio': 'Portfolio',
  '/account/portfolio/overview': 'Portfolio',
  '/portfolio': 'Portfolio',
  '/portfolio/overview': 'Portfolio',
  '/portfolio/equity': 'Forex Coins',
  '/account/watchlist': 'Watchlist',
  '/account/position': 'Positions',
  '/account/position/position': 'Positions',
  '/account/position/order-history': 'Order History',
}

/** The application's addresses; the public pages have their own. */
export const titledPaths = Object.keys(titles).filter(
  (path) => !['/privacy', '/terms', '/technical-security', '/complaints', '/document'].includes(path),
)

export function screenTitle(path: string): string | undefined {
  return Object.hasOwn(titles, path) ? titles[path] : undefined
}

export function documentTitle(path: string, product: string): string {
  const title = screenTitle(path)
  return title ? `${title} | ${product}` : product
}
