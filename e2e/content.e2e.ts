import type { Page } from '@playwright/test'
import { staysOpen } from './closing.ts'
import { deskWindow } from './at-desk.ts'
import { call, pauseResponses } from './people.ts'
import { expect, test } from './test.ts'

const words = 'The statement shows where every rupee went.'
const review = (desk: Page) => desk.getByRole('listitem').filter({ hasText: words })

test('a testimonial: stored as a draft, reviewed, published on the start page, unpublished', async ({
  browser,
  page,
  sauda,
}) => {
  const toReviews = () => page.getByRole('heading', { name: 'What Our Clients Say' }).scrollIntoViewIfNeeded()
  await page.goto('/')
  await toReviews()
  await expect(page.getByText('No client reviews published')).toBeVisible()

  const desk = await deskWindow(browser, sauda)
  await desk.keyboard.press('g')
  await desk.keyboard.press('r')
  await desk.getByRole('link', { name: 'Testimonials', exact: true }).click()
  await expect(desk.getByText('No testimonials yet')).toBeVisible()
  await test.step('missing values are reported; the preview shows the text as visitors will read it', async () => {
    await desk.getByRole('button', { name: 'Add testimonial' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Add testimonial' })
    await dialog.getByLabel('What the client said').fill(words)
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await expect(dialog.getByText('Say how and when the client agreed to this')).toBeVisible()
    await expect(dialog.getByLabel('Display name')).toBeFocused()
    await dialog.getByLabel('Display name').fill('Meera K.')
    await dialog.getByLabel('About the client').fill('Client since 2023, Pune')
    await dialog.getByLabel('Consent (how and when)').fill('E-mail of 12 March 2026')
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText(words)
    await expect(preview).not.toContainText('12 March')
    const answer = await pauseResponses(desk, '**/api/desk/testimonials')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await staysOpen(dialog)
    answer()
    await expect(review(desk)).toContainText('Draft')
  })

  const published = async () =>
    (await call<{ testimonials: object[] }>(sauda, 'GET', '/testimonials')).testimonials.length
  expect(await published()).toBe(0)
  await test.step('published, it is on the start page', async () => {
    await review(desk).getByRole('button', { name: 'Publish the testimonial of Meera K.' }).click()
    await desk
      .getByRole('dialog', { name: 'Publish this testimonial?' })
      .getByRole('button', { name: 'Publish' })
      .click()
    await expect(review(desk)).toContainText('Published')
    await page.reload()
    await toReviews()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText('Client since 2023, Pune')).toBeVisible()
    await expect(page.getByText('No client reviews published')).toBeHidden()
  })

  await test.step('an edited text is removed from the start page until it is published', async () => {
    await review(desk).getByRole('button', { name: /^Edit/ }).click()
    const dialog = desk.getByRole('dialog', { name: 'Edit testimonial' })
    await dialog.getByLabel('About the client').fill('Client since 2024, Pune')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await expect(review(desk)).toContainText('Draft')
    expect(await published()).toBe(0)
    await review(desk)
      .getByRole('button', { name: /^Publish/ })
      .click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(review(desk)).toContainText('Published')
  })

  await test.step('unpublished, then deleted', async () => {
    await review(desk)
      .getByRole('button', { name: /^Unpublish/ })
      .click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await expect(review(desk)).toContainText('Draft')
    await review(desk)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(desk.getByText('No testimonials yet')).toBeVisible()
    await page.reload()
    await toReviews()
    await expect(page.getByText('No client reviews published')).toBeVisible()
  })
  await desk.context().close()
})
