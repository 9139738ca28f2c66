import type { Locator } from '@playwright/test'
import { photoOf } from './cards.ts'
import {
  call,
  codeIn,
  countRequests,
  decide,
  enter,
  logIn,
  logInAtDesk,
  newClient,
  newPerson,
  sendDocuments,
} from './people.ts'
import { expect, test } from './test.ts'

test('a visitor becomes a client: code by mail, documents, a re-upload, verification', async ({
  browser,
  page,
  sauda,
}) => {
  const asha = newPerson('Ashalata')
  const pan = await photoOf(browser, 'pan', { name: asha.name, number: 'ABCPI1234K' })
  const blurred = await photoOf(browser, 'aadhaar', { name: asha.name, number: '4832 1•7• 9•••' })
  const aadhaar = await photoOf(browser, 'aadhaar', { name: asha.name, number: '4832 1176 9045' })

  await test.step('she opens the start page and registers', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Get Started', exact: true }).click()
    await expect(page).toHaveTitle('Create Account | Sauda')
    await page.getByLabel('Full Name').fill(asha.name)
    await page.getByLabel('Email Address').fill(asha.email)
    await page.getByLabel('Mobile Number').pressSequentially(`+${asha.mobile.slice(0, 5)} ${asha.mobile.slice(5)}`)
    await expect(page.getByLabel('Mobile Number')).toHaveValue(asha.mobile)

    const rules = page.getByRole('list', { name: 'Password rules' })
    await page.getByLabel('Password', { exact: true }).fill('monsoon')
    await expect(rules.getByText(': not yet')).toHaveCount(5)
    await page.getByLabel('Password', { exact: true }).fill('MonsoonRain9')
    await expect(rules.getByRole('listitem').filter({ hasText: ': not yet' })).toHaveText(
      'Password must contain at least one special character: not yet',
    )
    await page.getByLabel('Password', { exact: true }).fill(asha.password)
    await expect(rules.getByText(': done')).toHaveCount(5)
    await page.getByLabel('Confirm Password').fill('Monsoon')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await page.getByLabel('Confirm Password').fill(asha.password)
    await expect(page.getByText('Passwords do not match')).toBeHidden()
    await page.getByLabel('Executive Name').fill('Ravi')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'OTP sent to email' })).toBeVisible()
  })

  await test.step('the code is in her mail and opens the profile', async () => {
    const mail = await sauda.nextMailTo(asha.email)
    expect(mail.subject).toBe('Verify your email address for Sauda')
    const dialog = page.getByRole('dialog', { name: 'Verify OTP' })
    await expect(dialog.getByRole('button', { name: 'Verify OTP' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'OTP' }).pressSequentially(codeIn(mail))
    await expect(page.getByRole('alert').filter({ hasText: 'OTP verified successfully' })).toBeVisible()
    await expect(page).toHaveURL('/account/profile')
  })

  await test.step('no screen opens before her documents are uploaded', async () => {
    const required = page.getByRole('dialog', { name: 'KYC Required' })
    await expect(required).toContainText('Please complete your document verification to access the dashboard.')
    await page.goto('/account/home')
    await expect(page).toHaveURL('/account/profile')
    await required.getByRole('button', { name: 'Verify Now' }).click()
  })

  const upload = page.getByRole('dialog', { name: 'Verify Your Documents' })
  const inProgress = page.getByRole('dialog', { name: 'KYC In Progress' })
  await test.step('she uploads a photo of each card', async () => {
    await expect(upload.locator('[aria-current=step]')).toHaveText('1PAN card')
    await upload.getByLabel('Photo of the front of PAN card').setInputFiles(pan)
    await expect(upload.getByRole('img', { name: 'Front of PAN card' })).toBeVisible()
    await upload.getByRole('button', { name: 'Retake' }).click()
    await upload.getByLabel('Photo of the front of PAN card').setInputFiles(pan)
    await upload.getByRole('button', { name: 'Confirm Upload' }).click()
    await expect(upload.locator('[aria-current=step]')).toHaveText('2Aadhar card')
    await upload.getByLabel('Photo of the front of Aadhar card').setInputFiles(blurred)
    await upload.getByRole('button', { name: 'Confirm Upload' }).click()
    await expect(upload.getByRole('link', { name: 'Verify Bank Details' })).toBeVisible()
    await upload.getByRole('button', { name: 'Close' }).click()
    await expect(inProgress).toContainText("We've received your documents. Please wait while we verify them.")
    await expect(inProgress).toContainText("You'll be notified once it's done.")
  })
  const loadedAt = await page.evaluate(() => performance.timeOrigin)

  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await test.step('an operator opens her case from the queue with the keyboard alone', async () => {
    await logInAtDesk(desk, sauda.admin)
    await moveTo(desk.getByRole('link', { name: asha.name }))
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('heading', { name: asha.name, level: 1 })).toBeVisible()
  })

  await test.step('both photos are shown one below the other and legible', async () => {
    const photos = [desk.getByRole('img', { name: 'PAN card' }), desk.getByRole('img', { name: 'Aadhaar card' })]
    for (const photo of photos) {
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600)
      expect(await photo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(400)
    }
    const [first, second] = await Promise.all(photos.map((photo) => photo.boundingBox()))
    expect(first!.y + first!.height).toBeLessThanOrEqual(second!.y)
    expect(Math.abs(first!.x - second!.x)).toBeLessThan(40)

    await desk.keyboard.press('+')
    await expect(desk.getByText('140%')).toBeVisible()
    await expect.poll(async () => (await photos[0]!.boundingBox())!.width).toBeGreaterThan(first!.width * 1.3)
    await desk.keyboard.press('0')
    await desk.keyboard.press(']')
    await expect
      .poll(async () => photos[0]!.boundingBox().then((box) => box!.height > box!.width), 'turned by a quarter')
      .toBe(true)
    await desk.keyboard.press('[')
  })

  await test.step('on a phone both cards have the same buttons, wider than their words', async () => {
    await desk.setViewportSize({ width: 390, height: 844 })
    const [pan, aadhaar] = await Promise.all(
      ['PAN card', 'Aadhaar card'].map((name) =>
        desk
          .getByRole('form', { name: 'Decision' })
          .getByRole('region', { name })
          .getByRole('radio')
          .evaluateAll((choices) =>
            choices.map((choice) => {
              const { x, width } = choice.getBoundingClientRect()
              const words = choice.nextElementSibling?.getBoundingClientRect()
              return { x, width, isWide: width - (words?.width ?? 0) >= 24 }
            }),
          ),
      ),
    )
    expect(pan).toEqual(aadhaar)
    expect(pan?.map(({ isWide }) => isWide)).toEqual([true, true])
    await desk.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the operator accepts the PAN and requests a re-upload of the Aadhaar', async () => {
    const decision = desk.getByRole('form', { name: 'Decision' })
    await desk.keyboard.press('a')
    await expect(decision.getByLabel('PAN', { exact: true })).toBeFocused()
    await desk.keyboard.type('abcpi1234k')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type(asha.name)
    await expect(decision.getByText('Same as the registered name')).toBeVisible()
    await desk.keyboard.press('Escape')
    await desk.keyboard.press('2')
    await desk.keyboard.press('r')
    await desk.keyboard.press('1')
    await expect(decision.getByRole('checkbox', { name: 'The photo is blurred' })).toBeChecked()
    await decision.getByLabel('Add details').fill('The number cannot be read.')
    await desk.keyboard.press('Control+Enter')
    await expect(desk.getByText('Decision submitted')).toBeVisible()
    await expect(desk.getByText('has been sent an e-mail to re-upload the Aadhaar card only.')).toBeVisible()
  })

  const reason = 'The photo is blurred. The number cannot be read.'
  const required = page.getByRole('dialog', { name: 'KYC Required' })
  await test.step('her screen updates automatically with the reason, which is also mailed', async () => {
    await expect(required).toContainText('Front of Aadhar card: please send a new photo')
    await expect(required).toContainText(reason)
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
    const mail = await sauda.nextMailTo(asha.email)
    expect(mail.subject).toBe('Please resend your Aadhaar card photo')
    expect(mail.text).toContain('Your PAN card is accepted.')
    expect(mail.text).toContain(reason)
  })

  await test.step('only the Aadhaar is requested', async () => {
    await required.getByRole('button', { name: 'Verify Now' }).click()
    await expect(upload.getByRole('heading', { name: 'Front of Aadhar card' })).toBeVisible()
    await expect(upload.getByLabel('Photo of the front of PAN card')).toHaveCount(0)
    await upload.getByLabel('Photo of the front of Aadhar card').setInputFiles(aadhaar)
    await upload.getByRole('button', { name: 'Cover the first 8 digits' }).click()
    await upload.getByRole('button', { name: 'Confirm Upload' }).click()
    // Closing earlier cancels the upload.
    await expect(upload.getByRole('link', { name: 'Verify Bank Details' })).toBeVisible()
    await upload.getByRole('button', { name: 'Close' }).click()
    await expect(inProgress).toBeVisible()
  })

  await test.step('the operator accepts it', async () => {
    // By keyboard, because the button's label depends on whether other cases are pending.
    await desk.keyboard.press('u')
    await expect(desk.getByRole('heading', { name: 'Queue', level: 1 })).toBeFocused()
    await moveTo(desk.getByRole('link', { name: asha.name }))
    await desk.keyboard.press('a')
    const photo = desk.getByRole('img', { name: 'Aadhaar card' })
    await expect(photo).toBeVisible()
    expect(await brightnessAt(photo, 0.43, 0.75), 'the first 8 digits are covered').toBeLessThan(20)
    await desk.getByLabel('Last 4 digits of the Aadhaar number').fill('9045')
    await desk.keyboard.press('Control+Enter')
    await expect(desk.getByText('Decision submitted')).toBeVisible()
  })

  await test.step('her account is verified without a reload, and a mail confirms it', async () => {
    await expect(inProgress).toBeHidden()
    await expect(page.getByText('Your documents are verified')).toBeVisible()
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
    expect((await sauda.nextMailTo(asha.email)).subject).toBe("You're verified. Welcome to Sauda")
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveTitle('Dashboard | Sauda')
    await expect(page).toHaveURL('/account/home')
  })
  await desk.context().close()
})

test('the standalone document screen handles wrong files and a failed upload without losing photos', async ({
  page,
  sauda,
  cards,
}) => {
  const asked = countRequests(page, '/user/upload-docs')
  const client = await newClient(sauda, 'Nila')
  const pan = page.getByLabel('Photo of the front of PAN card')
  const upload = page.getByRole('button', { name: 'Upload documents' })
  await test.step('without a login the form is shown, and nothing is sent', async () => {
    await page.goto('/profile/verify-docx')
    await pan.setInputFiles(cards.pan)
    await upload.click()
    await page.getByLabel('Photo of the front of Aadhar card').setInputFiles(cards.aadhaar)
    await upload.click()
    await expect(page.getByText('Please log in first')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Front of PAN card' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Front of PAN card' })).toBeVisible()
    expect(asked()).toBe(0)
  })
  await enter(page, client, '/profile/verify-docx')
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }

  await pan.setInputFiles(letter)
  await expect(page.getByText('Please choose an image file')).toBeVisible()
  await pan.setInputFiles({ ...letter, name: 'broken.jpg', mimeType: 'image/jpeg' })
  await expect(page.getByText('This photo cannot be read.')).toBeVisible()
  await pan.setInputFiles(cards.pan)
  // The second press of a double click must not confirm the next card.
  await upload.dblclick()
  await expect(page.getByText('Front of PAN card is ready')).toBeVisible()
  await page.getByLabel('Photo of the front of Aadhar card').setInputFiles(cards.aadhaar)
  await page.route('**/api/user/upload-docs', (route) => route.fulfill({ status: 500, json: {} }))
  await upload.click()
  await expect(page.getByText('Upload failed. Try again.')).toBeVisible()
  await expect(page.getByText('Your photos are still here. Confirm them to send them again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Front of PAN card' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Front of PAN card' })).toBeVisible()

  await page.unrouteAll()
  await upload.click()
  await expect(page.getByRole('heading', { name: 'Front of Aadhar card' })).toBeVisible()
  const reloaded = page.waitForRequest(`**/api/user/profile/${client.userId}`)
  await upload.dblclick()
  await expect(page.getByText("We've received your documents")).toBeVisible()
  expect(asked()).toBe(2)
  await reloaded
  expect(await page.evaluate(() => localStorage.getItem('isDocsVerified'))).toBe('PENDING')
  await page.getByRole('link', { name: 'Verify Bank Details' }).click()
  await expect(page).toHaveURL('/profile/verify-bank-details')
})

test('on a phone the camera is one press away; photos survive the end of a session, and show their progress', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await newClient(sauda, 'Yamini')
  const phone = await browser.newContext({
    baseURL: sauda.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await phone.newPage()
  const upload = page.getByRole('dialog', { name: 'Verify Your Documents' })
  const begin = async () => {
    await enter(page, client)
    await page.getByRole('dialog', { name: 'KYC Required' }).getByRole('button', { name: 'Verify Now' }).click()
  }
  await begin()
  const camera = upload.getByLabel('Take a photo')
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles(cards.pan)
  await expect(upload.getByRole('img', { name: 'Front of PAN card' })).toBeVisible()

  await test.step('her session ends; after the login the photo is there', async () => {
    await call(sauda, 'POST', '/user/logout', { token: client.token })
    await expect(page.getByText('Your session has ended. Log in to continue where you left off.')).toBeVisible()
    await logIn(page, client)
    await page.getByRole('dialog', { name: 'KYC Required' }).getByRole('button', { name: 'Verify Now' }).click()
    await expect(upload.getByRole('img', { name: 'Front of PAN card' })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('kept')
  })

  await test.step('a slow connection shows the progress', async () => {
    await upload.getByRole('button', { name: 'Confirm Upload' }).click()
    await upload.getByLabel('Photo of the front of Aadhar card').setInputFiles(cards.aadhaar)
    const line = await phone.newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: 1_000_000,
      uploadThroughput: 60_000,
    })
    await upload.getByRole('button', { name: 'Confirm Upload' }).click()
    await expect(upload.getByText(/^[1-9]\d?%$/)).toBeVisible()
    await expect(upload.getByRole('progressbar', { name: 'Sending your documents' })).toBeVisible()
    await expect(upload.getByRole('link', { name: 'Verify Bank Details' })).toBeVisible()
  })
  await phone.close()
})

test('every tab shows the decisions, also when the first one is closed', async ({ page, context, sauda, cards }) => {
  const client = await newClient(sauda, 'Uma')
  await sendDocuments(sauda, client, cards)
  await enter(page, client)
  const second = await context.newPage()
  await second.goto('/account/profile')
  for (const tab of [page, second]) await expect(tab.getByRole('dialog', { name: 'KYC In Progress' })).toBeVisible()
  await decide(sauda, client, 'Part of the card is cut off')
  for (const tab of [page, second]) {
    const required = tab.getByRole('dialog', { name: 'KYC Required' })
    await expect(required.getByText('Part of the card is cut off')).toHaveCount(2)
  }
  await page.close()
  await sendDocuments(sauda, client, cards)
  await expect(second.getByRole('dialog', { name: 'KYC In Progress' })).toBeVisible()
  await decide(sauda, client)
  await expect(second.getByText('Your documents are verified')).toBeVisible()
})

test('a dialog that opens automatically traps the focus, and moves it to the heading when it closes', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await newClient(sauda, 'Esha')
  const focus = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.closest('#root') ? 'behind' : (activeElement?.textContent ?? '')
    })
  const walk = async (presses: number): Promise<string[]> => {
    const stops: string[] = []
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press('Tab')
      stops.push(await focus())
    }
    return stops
  }
  const required = page.getByRole('dialog', { name: 'KYC Required' })
  await test.step('only its buttons continue', async () => {
    await enter(page, client)
    await expect(required.getByRole('button', { name: 'Verify Now' })).toBeFocused()
    expect(await walk(6)).not.toContain('behind')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    // The next request fails once and is sent again.
    await page.route('**/assets/document-flow-*', (route) => route.abort(), { times: 1 })
    await required.getByRole('button', { name: 'Verify Now' }).press('Enter')
    const upload = page.getByRole('dialog', { name: 'Verify Your Documents' })
    await expect(upload.getByRole('heading', { name: 'Front of PAN card' })).toBeFocused()
  })

  await sendDocuments(sauda, client, cards)
  const inProgress = page.getByRole('dialog', { name: 'KYC In Progress' })
  const heading = page.getByRole('heading', { name: 'Profile', level: 1 })
  const closes: [how: string, close: () => Promise<void>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['a press beside it', () => page.mouse.click(5, 5)],
    ['its Close', () => inProgress.getByRole('button', { name: 'Close' }).click()],
  ]
  for (const [how, close] of closes)
    await test.step(`${how} closes a dialog without a pending request`, async () => {
      await page.goto('/account/profile')
      await expect(inProgress.getByRole('button', { name: 'OK' })).toBeFocused()
      await close()
      await expect(heading).toBeFocused()
      await expect(inProgress).toBeHidden()
      expect(await walk(1)).toEqual(['behind'])
    })
  await test.step('it opens each time the screen is opened', async () => {
    await page.getByRole('link', { name: 'Personal Details' }).click()
    await expect(page.getByRole('heading', { name: 'Personal Details', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(inProgress).toBeVisible()
  })
})

/** Moves down the queue to this case, past older cases, until it is shown beside the list. */
async function moveTo(waiting: Locator): Promise<void> {
  await expect(waiting).toBeVisible()
  for (let row = 0; row < 100; row += 1) {
    if (await waiting.evaluate((link) => link.ariaCurrent !== null)) return
    await waiting.page().keyboard.press('j')
  }
  await expect(waiting).toHaveAttribute('aria-current', /./)
}

/** How bright a photo is at a point, 0 to 255; the point in shares of its width and height. */
function brightnessAt(photo: Locator, x: number, y: number): Promise<number> {
  return photo.evaluate(
    async (image: HTMLImageElement, at) => {
      await image.decode()
      const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!
      pen.drawImage(image, 0, 0)
      const [red = 255, green = 255, blue = 255] = pen.getImageData(
        image.naturalWidth * at.x,
        image.naturalHeight * at.y,
        1,
        1,
      ).data
      return Math.max(red, green, blue)
    },
    { x, y },
  )
}

test('Tab from the PAN moves to the name, also below the warning about another client', async ({
  page,
  sauda,
  cards,
}) => {
  const number = 'ABCPT4321K'
  const other = await newClient(sauda, 'Meenal')
  await sendDocuments(sauda, other, cards)
  await decide(sauda, other, undefined, number)
  const client = await newClient(sauda, 'Rohini')
  await sendDocuments(sauda, client, cards)
  await logInAtDesk(page, sauda.admin, `/desk/kyc/${client.userId}`)
  const form = page.getByRole('form', { name: 'Decision' })
  await expect(form).toBeVisible()
  await page.keyboard.press('a')
  await expect(form.getByLabel('PAN', { exact: true })).toBeFocused()
  await page.keyboard.type(number)
  await expect(form.getByText('Another client has this PAN')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Name as on the card')).toBeFocused()
})
