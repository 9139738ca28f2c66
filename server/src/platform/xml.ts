const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For text and for attributes in double quotes; characters that XML 1.0 cannot contain are left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')

/** XML text on one line, whatever line ends the text has. */
export const escapeXmlLine = (text: string): string => escapeXml(text.replaceAll(/\s+/g, ' ').trim())

/** `<NAME>text</NAME>` */
export const xmlElement = (name: string, text: string): string => `<${name}>${escapeXmlLine(text)}</${name}>`
