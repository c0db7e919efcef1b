/** What the reference says before the first operation: `info.description`, a Markdown file for each topic. */
import { readFileSync } from 'node:fs'

const TOPICS = [
  'overview',
  'tokens',
  'media-types',
  'pagination',
  'includes',
  'filters',
  'errors',
  'rate-limits',
  'ids',
  'webhooks',
  'sandbox',
  'versioning',
]

/** Commands and samples in it name the server that sends it. */
export function introduction(serverUrl: string): string {
  const topics = TOPICS.map((topic) =>
    readFileSync(new URL(`./introduction/${topic}.md`, import.meta.url), 'utf8'),
  )
  return topics.join('\n').replaceAll('{{base}}', serverUrl)
}
