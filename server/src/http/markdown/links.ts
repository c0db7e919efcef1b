/** Rewrites the links of a guide, which are relative to its file, to paths of the server. */
import { posix } from 'node:path'
import type { Guide } from './guides.ts'

export const guidePath = ({ name }: Pick<Guide, 'name'>) => `/docs/guides/${name}.md`

/** Links to what is not served, such as sources and decisions, lose their target and keep their text. */
export function serveLinks(text: string, file: string, guides: readonly Guide[]): string {
  const paths = new Map([...guides.map((guide) => [guide.file, guidePath(guide)] as const), ...OTHER_FILES])
  const rewrite = (link: string, words: string, target: string) => {
    if (/^(?:#|\w+:)/.test(target)) return link
    const [path = '', ...anchor] = target.split(/(?=#)/)
    const served = paths.get(posix.join(posix.dirname(file), path))
    return served ? `[${words}](${served}${anchor.join('')})` : words
  }
  return text
    .split(CODE)
    .map((part, i) => (i % 2 === 0 ? part.replaceAll(LINK, rewrite) : part))
    .join('')
}

const OTHER_FILES = [['docs/openapi.json', '/openapi.json']] as const

/** Fenced and inline code may look like links. */
const CODE = /(^```.*?^```$|`[^`\n]+`)/gms

const LINK = /\[([^\]]*)\]\(([^()\s]+)\)/g
