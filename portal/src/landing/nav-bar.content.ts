/** The bar above every public page. */
export const bar = {
  name: 'Main',
  profile: 'Profile',
  login: 'Login',
  register: 'Open Demat',
}
