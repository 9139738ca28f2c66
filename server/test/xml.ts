export type XmlNode = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

function plain(raw: string): string {
  if (/[<>]/.test(raw) || unwritable.test(raw)) throw new Error(`not well-formed: ${raw.slice(0, 80)}`)
  return raw.replaceAll(/&([^;&]*)(;?)/g, (all, name: string, end: string) => {
    const sign = entities[name]
    if (sign === undefined || end === '') throw new Error(`not an entity: ${all}`)
    return sign
  })
}

/** Reads XML strictly: what is not well-formed throws. Without comments, CDATA and document types. */
export function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const tag = /<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/y
  let at = /^<\?xml version="1\.0" encoding="UTF-8"[^?]*\?>/.exec(xml)?.[0].length ?? 0
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    const current = open.at(-1) ?? root
    current.text += plain(xml.slice(at, next === -1 ? xml.length : next))
    if (next === -1) break
    tag.lastIndex = next
    const [all, closes, name = '', attributes = '', isEmpty] = tag.exec(xml) ?? []
    if (all === undefined) throw new Error(`not a tag: ${xml.slice(next, next + 80)}`)
    if (closes) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`)
    } else {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)]
      const node = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, plain(value)])),
        children: [],
        text: '',
      }
      current.children.push(node)
      if (!isEmpty) open.push(node)
    }
    at = next + all.length
  }
  const [document] = root.children
  if (open.length !== 1 || root.children.length !== 1 || !document || root.text.trim() !== '')
    throw new Error('not one whole element')
  return document
}

/** Every element of this name below a node, in document order. */
export const elements = (node: XmlNode, name: string): XmlNode[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elements(child, name)])

export const textOf = (node: XmlNode, name: string): string | undefined =>
  node.children.find((child) => child.name === name)?.text
