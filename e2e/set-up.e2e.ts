import { deskWindow } from './at-desk.ts'
import { inspect } from './inspect.ts'
import { newOperator } from './money.ts'
import { expect, ownServer, test } from './test.ts'

/** The product with the approval policy and one administrator. */
const policy = ownServer({ env: { APPROVALS: 'policy' } })

test('the set-up shows its steps, ticks them off, and says who can approve and from when', async ({ browser }) => {
  const cashier = await newOperator(policy, 'Meena Kulkarni', 'cashier')
  const desk = await deskWindow(browser, policy)
  await desk.getByRole('link', { name: 'Steps' }).click()
  await expect(desk.getByRole('heading', { name: 'Set-up', level: 1 })).toBeVisible()
  const steps = desk.getByRole('list', { name: 'Steps of the set-up' }).getByRole('listitem')
  const step = (name: string) => steps.filter({ hasText: name })
  await expect(step('Add a cashier')).toContainText('Done')
  await expect(step('Make the first backup')).toHaveAttribute('aria-current', 'step')
  await expect(step('Add the second administrator')).toContainText('Not started')
  const people = desk.getByRole('table', { name: 'Who can approve' }).getByRole('row')
  await expect(people.filter({ hasText: cashier.name })).toContainText('Now; after the set-up phase from')
  await inspect(desk, 'set-up')

  await step('Add the second administrator').getByRole('link', { name: 'Operators' }).click()
  await desk.getByRole('button', { name: 'Add operator' }).click()
  await desk.getByRole('combobox', { name: 'Role' }).selectOption('admin')
  await expect(desk.getByRole('dialog')).toContainText('This ends the set-up phase')
  await desk.context().close()
})
