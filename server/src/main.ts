/** The `tradehall` command: parses arguments, runs a role or a command of the kit, and prints failures as one sentence. */
import { readFileSync } from 'node:fs'
import { addKitCommands, collected, jsonOutput } from '@tradehall/kit'
import { Command, Option } from 'commander'
import { type Config, readConfig, settings, unknownVariables } from './config.ts'
import { failureMessage } from './processes/refusals.ts'

const CHECK_HELP = `
Exit codes: 0 when nothing failed, 1 when something did, or with --strict when there was a warning.
`

// Roles are imported when they run, so that `--help` is fast and each process loads only what it needs.
const program = new Command('tradehall')
  .description('An open, self-hostable wholesale-marketplace server.')
  .version(version(), '--version')
  .addHelpText('after', environmentHelp())

program
  .command('start')
  .description('run everything: database, migrations, demo data, API and worker')
  .action(() => run(async (config) => (await import('./roles/start.ts')).start(config)))
// Internal: `start` runs this in a process that exits, so that the parent process does not load its dependencies.
program
  .command('prepare', { hidden: true })
  .action(() => run(async (config) => (await import('./roles/prepare.ts')).prepare(config)))

program
  .command('api')
  .description('run the API only (needs TRADEHALL_DATABASE_URL)')
  .addOption(awaitDatabase())
  .action((options) => run(async (config) => (await import('./roles/api.ts')).api(config, options), options))
program
  .command('worker')
  .description('run the worker only (needs TRADEHALL_DATABASE_URL)')
  .option('--only', 'no other worker uses this database: release jobs that a crash left locked at once')
  .addOption(awaitDatabase())
  .action((options) =>
    run(async (config) => (await import('./roles/worker.ts')).worker(config, options), options),
  )
program
  .command('migrate')
  .description('migrate the database to the schema of this version')
  .option('--dry-run', 'list what would be applied, and apply nothing')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/migrate.ts')).migrate(config, options)))
program
  .command('distribute')
  .description('distribute the database by brand over the nodes of a Citus cluster, or continue it')
  .option('--worker <host:port>', 'register this worker node; may be repeated', collected, [])
  .option(
    '--coordinator <host:port>',
    'how workers reach the coordinator (default: as in TRADEHALL_DATABASE_URL)',
  )
  .option('--shards <count>', 'number of shards (default: that of the cluster, 32)')
  .option('--dry-run', 'print the steps without executing them')
  .addOption(jsonOutput())
  .action((options) =>
    run(async (config) => (await import('./roles/distribute.ts')).distribute(config, options)),
  )
program
  .command('seed')
  .description('create the demo data in an empty sandbox')
  .option('--products <count>', 'also add this many generated products to the demo brand; each run adds more')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/seed.ts')).seed(config, options)))
program
  .command('reset')
  .description('reset the sandbox to its demo data; credentials remain valid')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/reset.ts')).reset(config, options)))
program
  .command('backup')
  .description('write the database to one file; the server may run meanwhile')
  .requiredOption('--to <file>', 'the file, which must not exist')
  .option('--with-secrets', 'also store the secret key and the demo credentials in the file')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/backup.ts')).backup(config, options)))
program
  .command('restore')
  .description('load a backup into the data folder of a stopped server, or into an empty database')
  .requiredOption('--from <file>', 'the backup')
  .option('--replace', 'put it in the place of the database of the data folder, which is kept beside it')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/restore.ts')).restore(config, options)))
program
  .command('move')
  .description('move the embedded database of a stopped server to an empty database of your own')
  .requiredOption('--to <url>', 'the database; a password may come from PGPASSWORD or ~/.pgpass instead')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/move.ts')).move(config, options)))
program
  .command('compare')
  .description('compare the database with a copy by counts, digests and ledger sums')
  .requiredOption('--with <url>', 'the copy')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/compare.ts')).compare(config, options)))

program
  .command('reseal')
  .description('seal everything with the first secret key, online, and report what each key protects')
  .option('--dry-run', 'only report')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await import('./roles/reseal.ts')).reseal(config, options)))

const files = program.command('files').description('manage files in S3-compatible storage')
const storedFiles = () => import('./roles/files.ts')
files
  .command('move')
  .description(
    'move the files of pictures, compared by digest, while the server runs; goes on after an interruption',
  )
  .addOption(
    new Option('--to <place>', 'where they are kept then')
      .choices(['storage', 'database'])
      .makeOptionMandatory(),
  )
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await storedFiles()).moveStoredFiles(config, options)))
files
  .command('verify')
  .description('read every file of the storage, and compare it with its digest')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await storedFiles()).verifyStoredFiles(config, options)))

program
  .command('check')
  .description('look at everything that a server needs, without starting it and without writing anything')
  .option('--strict', 'warnings count as failures')
  .addOption(jsonOutput())
  .addHelpText('after', CHECK_HELP)
  .action((options) =>
    runTool(async () => (await import('./roles/check.ts')).check(options, process.env), { warns: true }),
  )

const application = program.command('application').description('manage the clients of the API')
const applications = () => import('./roles/application.ts')
application
  .command('list')
  .description('list all applications, newest first')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await applications()).listApplications(config, options)))
application
  .command('create')
  .description('create an application and print its credentials once')
  .requiredOption('--name <name>', 'name of the application')
  .requiredOption('--email <email>', 'email address of its developer')
  .requiredOption('--user <id>', 'user it acts for')
  .option('--brand <id>', "brand it belongs to (neither brand nor retailer: the operator's)")
  .option('--retailer <id>', 'retailer it belongs to')
  .addOption(jsonOutput())
  .action((options) => run(async (config) => (await applications()).addApplication(config, options)))
application
  .command('rotate-secret <id>')
  .description('create a new secret for an application; the old one is valid for another day')
  .addOption(jsonOutput())
  .action((id, options) =>
    run(async (config) => (await applications()).rotateApplicationSecret(config, id, options)),
  )
application
  .command('revoke <id>')
  .description('revoke an application with its secrets and tokens')
  .addOption(jsonOutput())
  .action((id, options) => run(async (config) => (await applications()).endApplication(config, id, options)))

const operator = program.command('operator').description('manage the operator of the marketplace')
operator
  .command('create')
  .description('create an operator user with an application and print the credentials once')
  .requiredOption('--email <email>', 'email address of the user')
  .option('--first-name <name>', 'first name', 'Market')
  .option('--last-name <name>', 'last name', 'Operator')
  .option('--currency <code>', 'currency of the user', 'EUR')
  .option('--country <code>', 'country of the user, two letters', 'FR')
  .addOption(jsonOutput())
  .action((options) =>
    run(async (config) => (await import('./roles/operator.ts')).addOperator(config, options)),
  )
operator
  .command('recover')
  .description('give an operator who cannot sign in a new password, without second factor and sessions')
  .requiredOption('--email <email>', 'email address of the user')
  .addOption(jsonOutput())
  .action((options) =>
    run(async (config) => (await import('./roles/operator.ts')).restoreOperator(config, options)),
  )

for (const command of program.commands) command.addHelpText('after', environmentHelp())

addKitCommands(program, { environment: process.env, run: runTool })

await program.parseAsync()

/** The output of tools may be piped to a program that stops reading. `warns`: it tells about unknown variables itself. */
async function runTool(tool: () => Promise<number>, { warns = false } = {}): Promise<never> {
  try {
    const { onClosedPipe } = await import('@tradehall/kit/printing')
    onClosedPipe(() => process.exit(0))
    if (!warns) warnAboutUnknownVariables()
    process.exit(await tool())
  } catch (error) {
    process.stderr.write(`${await messageFor(error)}\n`)
    process.exit(1)
  }
}

/** Internal: a supervisor sets it when the database was reached and checked before. */
function awaitDatabase(): Option {
  return new Option('--await-database').hideHelp()
}

async function run(
  role: (config: Config) => Promise<number>,
  { awaitDatabase = false }: { awaitDatabase?: boolean } = {},
): Promise<never> {
  try {
    const { onClosedPipe } = await import('@tradehall/kit/printing')
    // A role has begun to change something, or to serve somebody: it goes on without its reader.
    onClosedPipe(() => undefined)
    warnAboutUnknownVariables()
    const config = readConfig(process.env)
    // Checked here for all roles, because not even a migration may run on the database of a sandbox.
    if (config.mode === 'production' && !awaitDatabase) {
      await (await import('./roles/demo-refusal.ts')).refuseDemoDatabase(config)
    }
    process.exit(await role(config))
  } catch (error) {
    process.stderr.write(`${await messageFor(error)}\n`)
    process.exit(1)
  }
}

function warnAboutUnknownVariables(): void {
  // The children of `start` have the same environment, so only the parent warns.
  if (process.connected) return
  for (const variable of unknownVariables(process.env)) {
    process.stderr.write(`Warning: ${variable} is not a setting of Tradehall and does nothing.\n`)
  }
}

async function messageFor(error: unknown): Promise<string> {
  return (
    (await failureMessage(error)) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
  )
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function environmentHelp(): string {
  const { mode, host, port, dataDir, databaseUrl, processes } = settings
  const shown = [mode, host, port, dataDir, databaseUrl, processes]
  const lines = shown.map(
    ({ variable, explanation, shownDefault }) =>
      `  ${variable.padEnd(24)}${explanation}${shownDefault && ` [${shownDefault}]`}`,
  )
  return `\nSettings come from the environment; the most important ones:\n${lines.join('\n')}\n`
}
