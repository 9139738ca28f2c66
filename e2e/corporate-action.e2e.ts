import { deskWindow } from './at-desk.ts'
import { atDesk, clientWith } from './money.ts'
import { enter } from './people.ts'
import { expect, ownServer, test } from './test.ts'

const server = ownServer({})

const list = {
  name: 'CF-CA-equities-01-06-2025-to-30-06-2025.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE","RECORD DATE"',
      '"TCS","Tata Consultancy Services Limited","EQ","Bonus 1:2","1","10-Jun-2025","10-Jun-2025"',
      '"INFY","Infosys Limited","EQ","Interim Dividend - Rs 5 Per Share","5","11-Jun-2025","11-Jun-2025"',
      '"WIPRO","Wipro Limited","EQ","Scheme Of Arrangement","2","12-Jun-2025","12-Jun-2025"',
    ].join('\n'),
  ),
}

test('a bonus is read from the exchange’s list, completed and booked, and the client sees the shares', async ({
  browser,
  page,
  cards,
}) => {
  const client = await clientWith(server, cards, 'Bina', 20_000)
  await server.backdate(client.userId, '2023-01-01')
  await atDesk(server, '/trades/buy', {
    clientId: client.userId,
    stockName: 'TCS',
    quantity: 75,
    price: 100,
    tradedAt: '2025-03-12T10:15:00+05:30',
  })
  const desk = await deskWindow(browser, server, server.admin, '/desk/trade/actions')
  await test.step('only complete wordings are understood', async () => {
    await desk.getByLabel('List of corporate actions').setInputFiles(list)
    await expect(desk.getByText('3 rows, 2 understood.')).toBeVisible()
    await expect(desk.getByText('1 row is not used')).toBeVisible()
    await expect(desk.getByText('Dividend of ₹5 a share')).toBeVisible()
    await expect(desk.getByText(/The wording is not understood/)).toBeVisible()
  })
  await test.step('the operator completes it and sees what it changes', async () => {
    await desk.getByRole('button', { name: 'Complete TCS' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Corporate action' })
    await expect(dialog.getByLabel('Ex-date')).toHaveValue(/2025/)
    await dialog.getByLabel('Allotted on').fill('12/06/2025')
    await dialog.getByLabel('Traded from').fill('13/06/2025')
    await dialog.getByRole('button', { name: 'Show what it changes' }).click()
    await expect(dialog.getByText('1 client holds 75, afterwards 112, and 0.5 in cash.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send for approval' }).click()
    await expect(desk.getByText('Corporate action booked')).toBeVisible()
    await expect(desk.getByRole('table', { name: 'Corporate actions' })).toContainText('Bonus of 1:2')
    await expect(desk.getByRole('table', { name: 'Corporate actions' })).toContainText('0.5 to be paid')
  })
  await test.step('the client sees the bonus shares', async () => {
    await enter(page, client)
    await page.goto('/account/position')
    await expect(page.getByText('From the bonus of 1:2 on 10 Jun 2025').first()).toBeVisible()
  })
  await test.step('a reversal restores the holding', async () => {
    await desk.getByRole('button', { name: 'Reverse' }).click()
    await desk.getByRole('dialog').getByLabel('Reason').fill('Announced with another ratio')
    await desk.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
    await expect(desk.getByText('Corporate action reversed')).toBeVisible()
    await expect(page.getByText('From the bonus of 1:2 on 10 Jun 2025')).toHaveCount(0)
  })
})
