/** The built files of the dashboard: in the published package, or in a clone after `npm run build:dashboard`. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packagedFile } from '../../platform/packaged-file.ts'
import type { ContentCoding } from '../answers/accept-encoding.ts'

/** `files.json`, which the build writes beside the files (`dashboard/build.ts`). */
export interface DashboardList {
  /** Identifies the sources that the files were built from. */
  sources: string
  /** The script of the page. */
  entry: string
  styles: string[]
  /** Scripts that the entry imports, for the browser to fetch at once. */
  preloads: string[]
  icon: string
  /** The folders of the packages whose code is in the files, for their licenses. */
  packages: string[]
  /** Media types by file name. Names contain a hash of the content, so a file never changes. */
  types: Record<string, string>
}

export const DASHBOARD_LIST = 'files.json'
/** The folder of the copies in the published package, below `assets/`. */
export const DASHBOARD_FOLDER = 'dashboard'

/** File name extensions of the compressed forms; the build writes all of them. */
export const CODING_ENDINGS: Readonly<Record<ContentCoding, string>> = {
  zstd: '.zst',
  br: '.br',
  gzip: '.gz',
}

/** From the best ratio to the worst: the files were compressed once, so the effort does not matter. */
const BY_SIZE: readonly ContentCoding[] = ['br', 'zstd', 'gzip']

export class DashboardFiles {
  readonly list: DashboardList
  readonly #folder: string

  constructor(folder: string, list: DashboardList) {
    this.#folder = folder
    this.list = list
  }

  /** Undefined if the dashboard was not built. */
  static find(folder = builtFolder()): DashboardFiles | undefined {
    try {
      return new DashboardFiles(folder, JSON.parse(readFileSync(join(folder, DASHBOARD_LIST), 'utf8')))
    } catch {
      return undefined
    }
  }

  /** Undefined for names that are not in the list, so no name leads out of the folder. */
  async read(
    name: string,
    accepted: readonly ContentCoding[],
  ): Promise<{ bytes: Buffer; type: string; coding: ContentCoding | undefined } | undefined> {
    if (!Object.hasOwn(this.list.types, name)) return undefined
    const type = this.list.types[name] ?? ''
    const coding = BY_SIZE.find((candidate) => accepted.includes(candidate))
    const file = coding ? name + CODING_ENDINGS[coding] : name
    try {
      return { bytes: await readFile(join(this.#folder, file)), type, coding }
    } catch (error) {
      // In a clone the dashboard may be built again while the server runs.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}

function builtFolder(): string {
  return packagedFile(DASHBOARD_FOLDER) ?? join(CLONE, 'dashboard', 'dist')
}

const CLONE = fileURLToPath(new URL('../../../../', import.meta.url))
