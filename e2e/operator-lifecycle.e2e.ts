import { deskWindow, decision, send } from './at-desk.ts'
import { policyWithoutWaiting } from './harness.ts'
import { newOperator } from './money.ts'
import { logIn } from './people.ts'
import { expect, ownServer, test } from './test.ts'

const policy = ownServer({ env: policyWithoutWaiting })

test('two administrators reset, disable and enable an operator, who chooses a new password each time', async ({
  browser,
}) => {
  const meena = await newOperator(policy, 'Meena Kulkarni', 'cashier')
  const bela = await newOperator(policy, 'Bela Shah', 'admin')
  const theirs = await deskWindow(browser, policy, meena)
  const [first, second] = [await deskWindow(browser, policy), await deskWindow(browser, policy, bela)]
  for (const desk of [first, second]) await desk.getByRole('link', { name: 'Operators' }).click()

  const right = (name: string) => first.getByRole('table', { name: 'Roles' }).getByRole('row').filter({ hasText: name })
  await expect(right('Right').first().getByRole('columnheader').nth(1)).toHaveText('Admin')
  await expect(right('Manage operators').getByRole('cell').first()).toHaveText('Yes')
  await expect(right('Review documents and settings').getByRole('cell', { name: 'Yes' })).not.toHaveCount(0)
  await expect(first.getByRole('button', { name: 'Actions for the role cashier' })).toBeVisible()

  const approveProposal = async (summary: string) => {
    const waiting = second.getByRole('status').filter({ hasText: summary })
    await waiting.getByRole('link', { name: 'Open' }).click()
    await decision(second).getByRole('radio', { name: 'Approve' }).check()
    await send(second, /^Approve/)
    await second.getByRole('link', { name: 'Operators' }).click()
  }
  const choosePassword = async (reason: string, password: string) => {
    let mail = await policy.nextMailTo(meena.email)
    while (!mail.text.includes(reason)) mail = await policy.nextMailTo(meena.email)
    await theirs.goto(/\S+\/desk\/invitation#\S+/.exec(mail.text)?.[0] ?? '')
    await theirs.getByLabel('New password', { exact: true }).fill(password)
    await theirs.getByLabel('Confirm new password').fill(password)
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await theirs.getByRole('link', { name: 'Log in to the desk' }).click()
    await logIn(theirs, { email: meena.email, password })
    await expect(theirs.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  }

  await test.step('a reset waits for the second administrator and then logs the operator out', async () => {
    await first.getByRole('button', { name: 'Actions for Meena Kulkarni' }).click()
    await first.getByRole('menuitem', { name: 'Reset login' }).click()
    const dialog = first.getByRole('dialog', { name: 'Reset the login of Meena Kulkarni' })
    await dialog.getByRole('button', { name: 'Reset login' }).click()
    await expect(first.getByText('Needs a second administrator: the request is in the queue')).toBeVisible()
    await theirs.reload()
    await expect(theirs.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
    await approveProposal('Reset the login of Meena Kulkarni')
    await expect(theirs).toHaveURL(/\/desk\/login/)
    await choosePassword('was reset', 'Boats-at-Alappuzha-4')
  })

  await test.step('a disabled operator is enabled in the same way', async () => {
    await first.getByRole('button', { name: 'Actions for Meena Kulkarni' }).click()
    await first.getByRole('menuitem', { name: 'Disable' }).click()
    await first.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await expect(theirs).toHaveURL(/\/desk\/login/)
    await first.getByRole('button', { name: 'Actions for Meena Kulkarni' }).click()
    await first.getByRole('menuitem', { name: 'Enable' }).click()
    const dialog = first.getByRole('dialog', { name: 'Enable Meena Kulkarni again' })
    await dialog.getByRole('button', { name: 'Enable' }).click()
    await expect(dialog).toBeHidden()
    await approveProposal('Enable the login of Meena Kulkarni again')
    await choosePassword('was reset', 'Tea-in-Munnar-77')
  })
  for (const desk of [theirs, first, second]) await desk.context().close()
})

test('an operator switches the daily digest on, sees where they are logged in, and logs out one device or all others', async ({
  browser,
  sauda,
}) => {
  const ravi = await newOperator(sauda, 'Ravi Nair', 'dealer')
  const [one, two, three] = [
    await deskWindow(browser, sauda, ravi),
    await deskWindow(browser, sauda, ravi),
    await deskWindow(browser, sauda, ravi),
  ]
  await one.goto(`${sauda.url}/desk/you`)
  const digest = one.getByRole('switch', { name: 'Send me the daily digest by e-mail' })
  await digest.click()
  await expect(one.getByText('Daily digest switched on')).toBeVisible()
  await one.reload()
  await expect(digest).toBeChecked()
  const sessions = one.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  // With the one that opened the test's own session.
  await sessions.getByText(/: \d logins$/).click()
  await expect(sessions.getByRole('button', { name: /^Log out ./ })).toHaveCount(3)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  await sessions
    .getByRole('button', { name: /^Log out ./ })
    .first()
    .click()
  await expect(one.getByText('Device logged out')).toBeVisible()
  await expect(sessions.getByRole('button', { name: /^Log out ./ })).toHaveCount(2)
  await one.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(one.getByText('Every other device logged out')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  for (const desk of [two, three]) await expect(desk).toHaveURL(/\/desk\/login/)
  await one.reload()
  await expect(sessions).toHaveCount(1)
  for (const desk of [one, two, three]) await desk.context().close()
})
