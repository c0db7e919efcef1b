/**
 * Builds the dashboard into `dist/`: scripts and styles under names with a hash of their content, each with its
 * compressed forms, and the list of them that the server reads. With `--if-stale` it builds only when the sources have
 * changed since, and tells its parent process when it begins.
 */
import { createHash } from 'node:crypto'
import { glob, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Rolldown } from 'vite'
import {
  CODING_ENDINGS,
  DASHBOARD_LIST,
  type DashboardList,
} from '../server/src/http/pages/dashboard-files.ts'

const FOLDER = import.meta.dirname
const ROOT = join(FOLDER, '..')
const OUTPUT = join(FOLDER, 'dist')

/** Everything that the output depends on, relative to the root of the repository. */
const SOURCES = [
  'dashboard/src/**/*.{ts,tsx,css,svg}',
  'dashboard/build.ts',
  'dashboard/package.json',
  'packages/{client,jsonapi,product-files}/src/**/*.ts',
  'package-lock.json',
]

/** With all that they import at once, these are one file: split as pages share them, Home would take seventy requests. */
const FIRST_LOAD = /[\\/]dashboard[\\/]src[\\/](?:main|pages[\\/]home[\\/]home-page)\.tsx$/

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const sources = await hashSources()
const isStale = (await builtFrom()) !== sources
if (isStale || !process.argv.includes('--if-stale')) {
  process.send?.({ type: 'step', sentence: 'Building the dashboard, as its sources are new.' })
  await build()
}

async function hashSources(): Promise<string> {
  const paths: string[] = []
  for await (const path of glob(SOURCES, { cwd: ROOT })) paths.push(path)
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    if (path.endsWith('.test.ts')) continue
    hash.update(`${path}\0`).update(await readFile(join(ROOT, path)))
  }
  return hash.digest('hex')
}

async function builtFrom(): Promise<string | undefined> {
  const text = await readFile(join(OUTPUT, DASHBOARD_LIST), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as DashboardList).sources
}

/** Writes to a folder of its own and renames it, so that a server never sees half of a build. */
async function build(): Promise<void> {
  const aside = await mkdtemp(join(FOLDER, 'dist-'))
  try {
    const list = await bundle(aside)
    // One after the other: what compresses best takes up to 100 MB for each file at work.
    for (const name of Object.keys(list.types)) await compress(join(aside, name))
    await writeFile(join(aside, DASHBOARD_LIST), JSON.stringify(list))
    await rm(OUTPUT, { recursive: true, force: true })
    await rename(aside, OUTPUT)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}

async function bundle(output: string): Promise<DashboardList> {
  // Tests and developers may have set another one, with which React would be several times as large.
  process.env.NODE_ENV = 'production'
  // Loaded here, because most starts find a build that is up to date.
  const { build } = await import('vite')
  const results = await build({
    root: FOLDER,
    base: '/dashboard/',
    configFile: false,
    // Warnings are of no use to whoever starts the server; errors are thrown.
    logLevel: 'error',
    build: {
      outDir: output,
      emptyOutDir: false,
      // The server serves a flat folder as `/dashboard/assets/`.
      assetsDir: '.',
      assetsInlineLimit: 0,
      target: 'es2023',
      // Know `light-dark()`.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(FOLDER, 'src/main.tsx'),
        output: { codeSplitting: { groups: [{ name: 'first', test: FIRST_LOAD }] } },
      },
    },
    experimental: { renderBuiltUrl: (name) => `/dashboard/assets/${name}` },
  })
  if (!('output' in results)) throw new Error('The bundler returned no output.')
  const files = results.output
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
  const icon = files.find(({ fileName }) => fileName.endsWith('.svg'))
  if (entry?.type !== 'chunk' || !icon) throw new Error('The bundler wrote no entry or no icon.')
  const preloads = [...importsOf(entry, files)].filter((chunk) => chunk !== entry)
  const styles = [entry, ...preloads].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  return {
    sources,
    entry: entry.fileName,
    styles,
    preloads: preloads.map(({ fileName }) => fileName),
    icon: icon.fileName,
    packages: [
      ...new Set(files.flatMap((file) => (file.type === 'chunk' ? packagesIn(file) : []))),
    ].toSorted(),
    types: Object.fromEntries(
      files.map(({ fileName }) => [fileName, TYPES[extname(fileName)] ?? 'application/octet-stream']),
    ),
  }
}

/** The folders of the packages whose code is in a chunk, relative to the root of the repository. */
function packagesIn({ moduleIds }: Rolldown.OutputChunk): string[] {
  return moduleIds.flatMap((id) => /(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(ROOT, id)) ?? [])
}

/** The chunk and everything that it imports at once, directly or not. */
function importsOf(
  chunk: Rolldown.OutputChunk,
  files: Rolldown.RolldownOutput['output'],
): Set<Rolldown.OutputChunk> {
  const reached = new Set([chunk])
  // The set grows while it is iterated.
  for (const { imports } of reached) {
    for (const file of files) if (file.type === 'chunk' && imports.includes(file.fileName)) reached.add(file)
  }
  return reached
}

/** The best that each format can do, because it is done once. */
async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const [br, gz, zst] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
    promisify(zstdCompress)(bytes, {
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
      // Without the size it prepares for the largest one.
      pledgedSrcSize: bytes.length,
    }),
  ])
  await writeFile(path + CODING_ENDINGS.br, br)
  await writeFile(path + CODING_ENDINGS.gzip, gz)
  await writeFile(path + CODING_ENDINGS.zstd, zst)
}
