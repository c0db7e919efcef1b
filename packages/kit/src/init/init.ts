/**
 * `init <folder>`: generates a connector on `@tradehall/client`, ready to be installed and tested. Needs no server.
 *
 * The project is written to a draft folder, which becomes the folder at the end: an interruption leaves nothing half done.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSandboxFile, type SandboxFile, sandboxFilePath } from '../data-dir/sandbox-file.ts'
import { StartRefused } from '../failures.ts'
import { readKitSettings } from '../settings.ts'
import { type OutputOptions, print, printJson, remark, styled } from '../terminal/printing.ts'

export interface InitOptions extends OutputOptions {
  /** A connector with a durable store, instead of the small one. */
  full?: boolean
}

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const TEMPLATES = pathOf('../../templates')
/** In `assets/` of the published package; a clone has the sources instead. */
export const CLIENT_TARBALL = 'tradehall-client.tgz'
const PACKED_CLIENT = pathOf(`../../assets/${CLIENT_TARBALL}`)
const CLIENT_SOURCES = pathOf('../../../client')

/** Returns the exit code. */
export function init(
  folder: string,
  { full = false, json = false }: InitOptions,
  environment: Record<string, string | undefined>,
): number {
  const target = resolve(folder)
  const { dataDir } = readKitSettings(environment, ['dataDir'])
  const sandbox = readSandboxFile(dataDir)
  createProject({ full, target, sandbox })
  report({ folder, target, full, json, sandbox, dataDir })
  return 0
}

/** Writes the project, and prints nothing. */
export const createProject = (project: Project): void =>
  generate(project.target, (draft) => writeProject(draft, project))

/** Everything is synchronous, so that a signal takes effect before or after it. */
function generate(target: string, write: (draft: string) => void): void {
  const isThere = isEmptyFolder(target)
  let created: string | undefined
  let draft: string | undefined
  try {
    const parent = isThere ? target : dirname(target)
    created = mkdirSync(parent, { recursive: true })
    draft = mkdtempSync(join(parent, '.tradehall-init-'))
    // mkdtemp makes folders that only their owner may read.
    chmodSync(draft, 0o777 & ~process.umask())
    write(draft)
    if (isThere) {
      // The folder itself stays, because a shell may be in it.
      for (const name of readdirSync(draft)) renameSync(join(draft, name), join(target, name))
      rmdirSync(draft)
    } else {
      renameSync(draft, target)
    }
  } catch (error) {
    for (const leftover of [draft, created]) if (leftover) rmSync(leftover, { recursive: true, force: true })
    throw new StartRefused(
      `The folder ${target} cannot be written (${(error as Error).message}); choose another one, or make it writable for this user.`,
      { cause: error },
    )
  }
}

/** Whether the folder exists; one that is not empty is refused. */
function isEmptyFolder(target: string): boolean {
  if (!existsSync(target)) return false
  if (!statSync(target).isDirectory()) {
    throw new StartRefused(`${target} is a file; name a folder that is new or empty.`)
  }
  let entries: string[]
  try {
    entries = readdirSync(target)
  } catch (error) {
    throw new StartRefused(
      `The folder ${target} cannot be read (${(error as Error).message}); choose another one.`,
    )
  }
  if (entries.length > 0) {
    throw new StartRefused(`The folder ${target} is not empty; name a folder that is new or empty.`)
  }
  return true
}

interface Project {
  full: boolean
  target: string
  sandbox: SandboxFile | undefined
}

function writeProject(draft: string, { full, target, sandbox }: Project): void {
  copyTemplate(join(TEMPLATES, 'connector'), draft)
  // Files of the same name replace those of the small connector.
  if (full) copyTemplate(join(TEMPLATES, 'connector-full'), draft)
  const manifest = JSON.parse(readFileSync(join(draft, 'package.json'), 'utf8'))
  manifest.name = packageName(target)
  manifest.dependencies['@tradehall/client'] = addClient(draft, target)
  writeFileSync(join(draft, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  if (sandbox) writeEnvironment(draft, sandbox)
}

function copyTemplate(template: string, draft: string): void {
  for (const path of globSync('**/*.*', { cwd: template })) {
    // npm leaves out files whose name begins with a dot, or renames them.
    const copy = join(draft, path.replace(/^dot\./, '.'))
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(join(template, path), copy)
  }
}

const packageName = (target: string): string =>
  basename(target)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '') || 'connector'

/**
 * Returns the dependency on the client library of this version. The published package brings it along as a tarball,
 * so that a connector can be installed whether or not that version is published by itself.
 */
function addClient(draft: string, target: string): string {
  if (!existsSync(PACKED_CLIENT)) return `file:${relative(target, CLIENT_SOURCES)}`
  mkdirSync(join(draft, 'vendor'))
  copyFileSync(PACKED_CLIENT, join(draft, 'vendor', CLIENT_TARBALL))
  return `file:vendor/${CLIENT_TARBALL}`
}

/** The example, filled in with the credentials of the sandbox. */
function writeEnvironment(draft: string, { baseUrl, clientId, clientSecret }: SandboxFile): void {
  const values: Record<string, string> = {
    TRADEHALL_URL: baseUrl,
    TRADEHALL_CLIENT_ID: clientId,
    TRADEHALL_CLIENT_SECRET: clientSecret,
  }
  const example = readFileSync(join(draft, '.env.example'), 'utf8')
  const filled = example
    .replace(/^# Copy this file.*\n\n/, '')
    .replaceAll(/^(\w+)=.*$/gm, (line, name: string) => (name in values ? `${name}=${values[name]}` : line))
  writeFileSync(join(draft, '.env'), filled, { mode: 0o600 })
}

interface Report extends Project {
  folder: string
  json: boolean
  dataDir: string
}

function report({ folder, target, full, json, sandbox, dataDir }: Report): void {
  const commands = [`cd ${quoted(folder)}`, 'npm install', 'npm test']
  if (json) {
    printJson({ folder: target, full, environment: sandbox ? '.env' : null, commands })
    return
  }
  print(`${styled('green', 'Created')} a connector in ${target}. Next:\n`)
  for (const command of commands) print(`  ${command}`)
  if (sandbox) return
  remark(
    `\nThere is no sandbox here (${sandboxFilePath(dataDir)}): copy .env.example to .env and fill it in before the test.`,
  )
}

/** For a shell, if it is needed. */
const quoted = (text: string): string =>
  /^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
