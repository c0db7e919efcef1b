import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoCredentials } from '../../../../server/test/database.ts'
import { temporaryFolder } from '../../../../server/test/folders.ts'
import { runProgram } from '../../../../server/test/programs.ts'
import { needs } from '../../../../server/test/requirements.ts'
import { runTool } from '../../../../server/test/tools.ts'
import { type InitOptions, init } from './init.ts'

const NOT_ROOT = { met: process.getuid?.() !== 0, missing: 'root may write everywhere' }

/** A folder whose sandbox has credentials, and nothing else. */
function sandboxFolder(): { parent: string; environment: Record<string, string> } {
  const parent = temporaryFolder('init')
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  const file = { baseUrl: 'http://127.0.0.1:8081', ...demoCredentials }
  writeFileSync(join(dataDir, 'sandbox.json'), JSON.stringify(file))
  return { parent, environment: { TRADEHALL_DATA_DIR: dataDir } }
}

const run = (folder: string, environment: Record<string, string>, options: InitOptions = {}) =>
  runTool(async () => init(folder, options, environment))

test('creates a project with the credentials of the sandbox, and names the next three commands', async () => {
  const { parent, environment } = sandboxFolder()
  const folder = join(parent, 'My Connector')
  const { exitCode, lines, errors } = await run(folder, environment)
  expect([exitCode, errors]).toEqual([0, ''])
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([
    `  cd '${folder}'`,
    '  npm install',
    '  npm test',
  ])
  expect(readdirSync(folder).toSorted()).toEqual(
    '.env .env.example .gitignore README.md package.json products.json src test tsconfig.json'.split(' '),
  )
  const settings = readFileSync(join(folder, '.env'), 'utf8')
  const { clientId, clientSecret } = demoCredentials
  expect(settings).toContain(
    `TRADEHALL_URL=http://127.0.0.1:8081\nTRADEHALL_CLIENT_ID=${clientId}\nTRADEHALL_CLIENT_SECRET=${clientSecret}\n`,
  )
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o777 & ~process.umask())
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toMatch(/^\.env$/m)
  expect(readFileSync(join(folder, '.env.example'), 'utf8')).not.toContain(clientSecret)
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name).toBe('my-connector')
  // Nothing is left of the draft.
  expect(readdirSync(parent).toSorted()).toEqual(['My Connector', 'data'])
})

test('--full adds the store, --json prints one object, and an empty folder that exists is fine', async () => {
  const { parent, environment } = sandboxFolder()
  const folder = join(parent, 'here')
  mkdirSync(folder)
  const inode = statSync(folder).ino
  const { exitCode, output } = await run(folder, environment, { full: true, json: true })
  expect(exitCode).toBe(0)
  expect(JSON.parse(output)).toEqual({
    folder,
    full: true,
    environment: '.env',
    commands: [`cd ${folder}`, 'npm install', 'npm test'],
  })
  expect(statSync(folder).ino).toBe(inode)
  expect(readdirSync(join(folder, 'src'))).toContain('store.ts')
  expect(readdirSync(folder).filter((name) => name.startsWith('.tradehall'))).toEqual([])
})

test('without a sandbox it leaves the settings to the user, with one sentence', async () => {
  const parent = temporaryFolder('init')
  const folder = join(parent, 'a', 'b')
  const { exitCode, errors } = await run(folder, { TRADEHALL_DATA_DIR: join(parent, 'nowhere') })
  expect(exitCode).toBe(0)
  expect(errors.trim()).toBe(
    `There is no sandbox here (${join(parent, 'nowhere', 'sandbox.json')}): copy .env.example to .env and fill it in before the test.`,
  )
  expect(existsSync(join(folder, '.env'))).toBe(false)
  expect(existsSync(join(folder, '.env.example'))).toBe(true)
})

/** What lies where the project should be, and the sentence about it. */
const REFUSED: [string, (folder: string) => void, string][] = [
  [
    'a folder that is not empty',
    (folder) => {
      mkdirSync(folder)
      writeFileSync(join(folder, 'notes.txt'), '')
    },
    'The folder FOLDER is not empty; name a folder that is new or empty.',
  ],
  ['a file', (folder) => writeFileSync(folder, ''), 'FOLDER is a file; name a folder that is new or empty.'],
]

test.each(REFUSED)('refuses %s', async (_what, prepare, sentence) => {
  const { parent, environment } = sandboxFolder()
  const folder = join(parent, 'taken')
  prepare(folder)
  const before = readdirSync(parent, { recursive: true })
  const { exitCode, errors } = await run(folder, environment)
  expect([exitCode, errors]).toEqual([1, `${sentence.replace('FOLDER', folder)}\n`])
  expect(readdirSync(parent, { recursive: true })).toEqual(before)
})

test('refuses a place below a file', async () => {
  const { parent, environment } = sandboxFolder()
  writeFileSync(join(parent, 'file'), '')
  const folder = join(parent, 'file', 'connector')
  const { exitCode, errors } = await run(folder, environment)
  expect(exitCode).toBe(1)
  expect(errors).toMatch(
    /^The folder \S+ cannot be written \(.+\); choose another one, or make it writable for this user\.\n$/,
  )
})

test('refuses a place where this user may not write', needs(NOT_ROOT), async () => {
  const { parent, environment } = sandboxFolder()
  const closed = join(parent, 'closed')
  mkdirSync(closed, { mode: 0o500 })
  onTestFinished(() => chmodSync(closed, 0o700))
  for (const folder of [join(closed, 'connector'), closed]) {
    const { exitCode, errors } = await run(folder, environment)
    expect(exitCode).toBe(1)
    expect(errors).toMatch(
      /^The folder \S+ cannot be written \(EACCES[^\n]+\); choose another one[^\n]+\.\n$/,
    )
  }
  expect(readdirSync(closed)).toEqual([])
})

test('refuses the credentials file of a sandbox that is damaged, and writes nothing', async () => {
  const { parent, environment } = sandboxFolder()
  writeFileSync(join(parent, 'data', 'sandbox.json'), '{}')
  const { exitCode, errors } = await run(join(parent, 'connector'), environment)
  expect(exitCode).toBe(1)
  expect(errors).toMatch(/^The file \S+ does not contain the demo credentials [^\n]+\.\n$/)
  expect(existsSync(join(parent, 'connector'))).toBe(false)
})

test('is a command that needs a folder', async () => {
  const program = runProgram(['init'])
  expect(await program.exitCode()).toBe(1)
  expect(program.errors()).toBe("error: missing required argument 'folder'\n")
})

test.each(['connector', 'connector-full'])(
  'the settings of %s refuse a pace and a port that cannot be',
  async (template) => {
    const { readSettings } = await import(`../../templates/${template}/src/settings.ts`)
    const needed = {
      TRADEHALL_URL: 'http://127.0.0.1:8080',
      TRADEHALL_CLIENT_ID: 'id',
      TRADEHALL_CLIENT_SECRET: 'secret',
    }
    expect(readSettings(needed)).toMatchObject({ port: 3000, pollSeconds: 300 })
    // A timer of no time, or of more than it can hold, would poll without a pause.
    for (const seconds of ['0', '3000000', '1.5'])
      expect(() => readSettings({ ...needed, POLL_SECONDS: seconds })).toThrow(
        'POLL_SECONDS must be a whole number from 1 to 86400.',
      )
    expect(() => readSettings({ ...needed, PORT: '70000' })).toThrow(
      'PORT must be a whole number from 0 to 65535.',
    )
  },
)
