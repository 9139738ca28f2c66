import type { Browser } from '@playwright/test'

export interface Photo {
  name: string
  mimeType: string
  buffer: Buffer
}

interface Card {
  name: string
  number: string
}

const page = (card: string): string => `<!doctype html><style>
  body { margin: 0; height: 1050px; display: grid; place-items: center; font-family: sans-serif;
    background: repeating-linear-gradient(92deg, #7a5b3c 0 34px, #84643f 34px 71px, #73553a 71px 96px); }
  .card { position: relative; width: 1150px; height: 720px; border-radius: 36px; padding: 56px; box-sizing: border-box;
    rotate: -1.6deg; box-shadow: 0 22px 46px #0009; color: #16233b; font-size: 34px; line-height: 1.5; }
  .pan { background: linear-gradient(115deg, #9fd3ea, #cfe7d6 55%, #a4cbe6); }
  .aadhaar { background: linear-gradient(#f8933c 0 74px, #fdfdf8 74px 640px, #2d8f4e 640px); }
  .face { position: absolute; left: 60px; top: 190px; width: 230px; height: 290px; background: #e9e4da; border: 3px solid #5a6a80;
    background-image: radial-gradient(circle at 50% 38%, #94694c 0 62px, #0000 63px),
      radial-gradient(ellipse at 50% 108%, #35506e 0 120px, #0000 121px); }
  .words { position: absolute; left: 330px; top: 200px; }
  .head { font-weight: 700; letter-spacing: 3px; font-size: 38px; }
  .number { font: 700 62px monospace; letter-spacing: 6px; }
  .below { position: absolute; left: 330px; top: 520px; }
  .lines { position: absolute; right: 60px; top: 190px; width: 190px; height: 190px;
    background: conic-gradient(#16233b 25%, #fff 0 50%, #16233b 0 75%, #fff 0) 0 0 / 24px 24px; }
</style><div class="card ${card}`

const drawings: Record<'pan' | 'aadhaar', (card: Card) => string> = {
  pan: ({ name, number }) =>
    `${page('pan')}"><div class="head">INCOME TAX DEPARTMENT &nbsp; GOVT. OF INDIA</div><div class="face"></div>
     <div class="words">Permanent Account Number Card<div class="number">${number}</div>Name<br><b>${name.toUpperCase()}</b>
     <br>Father's Name<br><b>RAMESH IYER</b><br>Date of Birth 14/08/1991</div><div class="lines"></div></div>`,
  aadhaar: ({ name, number }) =>
    `${page('aadhaar')}"><div class="head">GOVERNMENT OF INDIA</div><div class="face"></div>
     <div class="words">${name}<br>DOB: 14/08/1991<br>FEMALE</div><div class="lines"></div>
     <div class="below number">${number}</div></div>`,
}

/** A card lying on a table, as a phone would photograph it. */
export async function photoOf(browser: Browser, card: 'pan' | 'aadhaar', words: Card): Promise<Photo> {
  const table = await browser.newPage({ viewport: { width: 1500, height: 1050 } })
  await table.setContent(drawings[card](words))
  const buffer = await table.screenshot({ type: 'jpeg', quality: 88 })
  await table.close()
  return { name: `IMG_${card}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** The photos of the client most tests need. */
export async function sampleCards(browser: Browser): Promise<Record<'pan' | 'aadhaar', Photo>> {
  const pan = await photoOf(browser, 'pan', { name: 'Meera Iyer', number: 'ABCPI1234K' })
  return { pan, aadhaar: await photoOf(browser, 'aadhaar', { name: 'Meera Iyer', number: '4832 1176 9045' }) }
}
