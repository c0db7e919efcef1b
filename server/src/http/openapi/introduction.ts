/** The introduction of the API reference (`info.description`), one Markdown file per topic. */
import { readFileSync } from 'node:fs'

const TOPICS = [
  'overview',
  'tokens',
  'media-types',
  'pagination',
  'includes',
  'filters',
  'errors',
  'lost-updates',
  'rate-limits',
  'caching',
  'ids',
  'webhooks',
  'sandbox',
  'versioning',
]

/** Inserts the URL of this server into the commands and examples. */
export function introduction(serverUrl: string): string {
  const topics = TOPICS.map((topic) =>
    readFileSync(new URL(`./introduction/${topic}.md`, import.meta.url), 'utf8'),
  )
  return topics.join('\n').replaceAll('{{base}}', serverUrl)
}
