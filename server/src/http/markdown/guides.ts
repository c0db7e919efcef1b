/** The guides that the server serves as Markdown: those for integrators and operators, none about the code. */
import { readFile } from 'node:fs/promises'
import { repositoryFile } from '../../platform/packaged-file.ts'

export interface Guide {
  /** Its path is `/docs/guides/<name>.md`. */
  name: string
  /** Relative to the root of the repository. */
  file: string
  /** Operators' guides are optional reading for integrators. */
  isForOperators: boolean
  /** What it is about, as a sentence. */
  about: string
}

export interface WrittenGuide extends Guide {
  /** The text of its file, unchanged. */
  text: string
}

const guide = (name: string, about: string, file = `docs/integrators/${name}.md`): Guide => ({
  name,
  file,
  isForOperators: false,
  about,
})

const operatorGuide = (name: string, about: string): Guide => ({
  ...guide(name, about, `docs/operators/${name}.md`),
  isForOperators: true,
})

export const GUIDES: readonly Guide[] = [
  guide('tour', 'The first requests to a sandbox, from a token to a webhook, to paste into a terminal.'),
  guide('writing-a-connector', 'What a connector of a brand has to do, and how to generate one that runs.'),
  guide(
    'client-library',
    'The client for JavaScript and TypeScript: tokens, retries, pages, imports, webhook signatures.',
    'packages/client/README.md',
  ),
  guide('orders', 'Finding orders, their details, and working on many of them.'),
  guide('catalog-and-stock', 'Finding products, editing prices and stock, and the history of a quantity.'),
  guide('bulk-operations', 'Importing, updating and deleting products by the thousand.'),
  guide('import-files', 'The files that `tradehall import` and the dashboard read.'),
  guide('errors', 'Error documents, and the code of every problem.'),
  guide('webhooks', 'Subscribing to events, verifying signatures, retries and redelivery.'),
  guide('http-caching-and-compression', 'Entity tags, 304 and compressed responses.'),
  guide('certify', 'Putting a connector through its worst days against a sandbox, with a report.'),
  guide('coding-tools', 'Connecting an editor or assistant to a sandbox by the Model Context Protocol.'),
  guide('deprecations', 'What ends on 1 December 2026, and how to rehearse the day.'),
  guide('users-and-sessions', 'How people sign in, their roles and second factors.'),
  guide('carrier-http-contract', 'What a label service answers, to connect a carrier of your own.'),
  operatorGuide(
    'operating',
    'Running the server, from a laptop to a cluster: commands, settings, troubleshooting.',
  ),
  operatorGuide('sizing', 'How large machines and database have to be, and when to distribute.'),
  operatorGuide('deployment', 'Files for containers, Kubernetes and systemd to begin with.'),
  operatorGuide('files', 'Pictures in storage that speaks S3, and how they move there and back.'),
  operatorGuide('upgrading', 'New versions without downtime.'),
  operatorGuide('monitoring', 'Metrics, alerts, logs and traces.'),
  operatorGuide('runbooks', 'What to do about each alert.'),
  operatorGuide('backup-and-move', 'Backup, restore, and the move to a database of your own.'),
  operatorGuide('secrets', 'The secret key: exchanging it, and what to do when it is lost.'),
  operatorGuide('cluster', 'A database that is distributed by brand over several machines.'),
  operatorGuide('carriers', 'The file of carriers: prices, zones and service days.'),
  operatorGuide('marketplace', 'Accounts, support sessions, and what the operator decides about orders.'),
  operatorGuide('dashboard', 'The web application for brands, retailers and the operator.'),
]

/** The text of a link to the guide. */
export const titleOf = ({ text, name }: Pick<WrittenGuide, 'text' | 'name'>): string =>
  /^# (.+)$/m.exec(text)?.[1] ?? name

export const readGuides = (): Promise<WrittenGuide[]> =>
  Promise.all(
    GUIDES.map(async (each) => ({ ...each, text: await readFile(repositoryFile(each.file), 'utf8') })),
  )
