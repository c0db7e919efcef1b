/** The `tradehall` command: picks a role, and turns what stops it into one sentence and an exit code. */
import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { moduleCommands } from './commands.ts'
import { type Config, readConfig, settings, unknownVariables } from './config.ts'
import { sentenceOf } from './processes/refusals.ts'
import { stopSignal } from './tools/stop-signal.ts'

const IMPORT_HELP = `
A .csv or .xlsx file has a header and a row for each variant, a .jsonl file a product in each line, a .json file an array of them: docs/import-files.md.
Ctrl-C interrupts it, and the same command goes on where it stopped.

Exit codes: 0 when all products were processed, 2 when some failed, 1 when it cannot go on, 130 after Ctrl-C.
`
const TRIGGER_HELP = `
Exit codes: 0 when the event has happened, 1 when it has not, 2 when it cannot be triggered here.
`

// Roles are imported when they run, so that `--help` answers at once and each process loads only what it needs.
const program = new Command('tradehall')
  .description('An open, self-hostable wholesale-marketplace server.')
  .version(version(), '--version')
  .addHelpText('after', environmentHelp())

program
  .command('start')
  .description('run everything: database, migrations, demo data, API and worker')
  .action(() => run(async (config) => (await import('./roles/start.ts')).start(config)))
// Not for people: `start` has it done in a process that ends, so that the one that stays needs none of what it loads.
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
  .option('--only', 'no other worker uses this database: free the jobs a crash left behind at once')
  .addOption(awaitDatabase())
  .action((options) =>
    run(async (config) => (await import('./roles/worker.ts')).worker(config, options), options),
  )
program
  .command('migrate')
  .description("bring the database to this version's schema")
  .action(() => run(async (config) => (await import('./roles/migrate.ts')).migrate(config)))
program
  .command('seed')
  .description('put the demo data into an empty sandbox')
  .option('--products <count>', 'and add this many generated products to the demo brand, again at each run')
  .action((options) => run(async (config) => (await import('./roles/seed.ts')).seed(config, options)))
program
  .command('reset')
  .description('bring the sandbox back to its demo data; credentials stay')
  .action(() => run(async (config) => (await import('./roles/reset.ts')).reset(config)))

const application = program.command('application').description('manage the clients of the API')
const applications = () => import('./roles/application.ts')
application
  .command('list')
  .description('list all applications, newest first')
  .action(() => run(async (config) => (await applications()).listApplications(config)))
application
  .command('create')
  .description('create an application and show its credentials once')
  .requiredOption('--name <name>', 'name of the application')
  .requiredOption('--email <email>', 'address of its developer')
  .requiredOption('--user <id>', 'user it acts for')
  .option('--brand <id>', "brand it belongs to (neither brand nor retailer: the operator's)")
  .option('--retailer <id>', 'retailer it belongs to')
  .action((options) => run(async (config) => (await applications()).addApplication(config, options)))
application
  .command('rotate-secret <id>')
  .description('give an application a new secret; the old one works for another day')
  .action((id) => run(async (config) => (await applications()).rotateApplicationSecret(config, id)))
application
  .command('revoke <id>')
  .description('end an application, its secrets and its tokens')
  .action((id) => run(async (config) => (await applications()).endApplication(config, id)))

program
  .command('operator')
  .description('manage the operator of the marketplace')
  .command('create')
  .description('create an operator user with an application and show the credentials once')
  .requiredOption('--email <email>', 'address of the user')
  .option('--first-name <name>', 'first name', 'Market')
  .option('--last-name <name>', 'last name', 'Operator')
  .option('--currency <code>', 'currency of the user', 'EUR')
  .option('--country <code>', 'country of the user, two letters', 'FR')
  .action((options) =>
    run(async (config) => (await import('./roles/operator.ts')).addOperator(config, options)),
  )

for (const command of program.commands) command.addHelpText('after', environmentHelp())

// Tools of integrators: they talk to a running server, and open no database.
const asClient = (command: Command) =>
  command
    .option('--url <address>', 'the server (default: the sandbox of the data folder)')
    .option('--client-id <id>', 'act as this application, with the secret in TRADEHALL_CLIENT_SECRET')
    .option('--json', 'print one JSON object a line')

program
  .command('events')
  .description('list the events that webhooks tell of')
  .option('--json', 'print one JSON object a line')
  .action((options) => runTool(async () => (await import('./tools/events.ts')).listEvents(options)))
asClient(
  program
    .command('import <file>')
    .description('bring the products of a .csv, .json, .jsonl or .xlsx file into the catalog')
    .option('--operation <type>', 'import, update or delete', 'import')
    .option('--update-fields <names>', 'what an update sets, separated by commas')
    .option('--source <name>', 'the platform that the products come from', 'other')
    .option('--encoding <name>', 'of a text file: utf-8 or latin1', 'utf-8')
    .option('--dry-run', 'check the file as the server would, and send nothing')
    .option('--restart', 'give up an import of this file that was interrupted, and begin anew'),
)
  .addHelpText('after', IMPORT_HELP)
  .action((file, options) =>
    runTool(async () =>
      (await import('./tools/import.ts')).importFile(file, options, process.env, stopSignal()),
    ),
  )
for (const { usage, description, options, help, run } of moduleCommands) {
  const command = program.command(usage).description(description).addHelpText('after', help)
  for (const { flags, description } of options) command.option(flags, description)
  asClient(command).action((options) =>
    runTool(() => run({ options, environment: process.env, stop: stopSignal() })),
  )
}
asClient(
  program
    .command('trigger <event>')
    .description('make an event happen in a sandbox, with an order that is driven there'),
)
  .addHelpText('after', TRIGGER_HELP)
  .action((event, options) =>
    runTool(async () => (await import('./tools/trigger.ts')).trigger(event, options, process.env)),
  )

await program.parseAsync()

/** Runs a tool of integrators and exits with its code. */
async function runTool(tool: () => Promise<number>): Promise<never> {
  try {
    const { exitOnClosedPipe } = await import('./tools/printing.ts')
    exitOnClosedPipe()
    warnAboutUnknownVariables()
    process.exit(await tool())
  } catch (error) {
    process.stderr.write(`${await explained(error)}\n`)
    process.exit(1)
  }
}

/** Not for people: a supervisor sets it when the database has been reached, and checked, before. */
function awaitDatabase(): Option {
  return new Option('--await-database').hideHelp()
}

async function run(
  role: (config: Config) => Promise<number>,
  { awaitDatabase = false }: { awaitDatabase?: boolean } = {},
): Promise<never> {
  try {
    warnAboutUnknownVariables()
    const config = readConfig(process.env)
    // Here and nowhere else: no role, not even a migration, works on such a database.
    if (config.mode === 'production' && !awaitDatabase) {
      await (await import('./roles/demo-refusal.ts')).refuseDemoDatabase(config)
    }
    process.exit(await role(config))
  } catch (error) {
    process.stderr.write(`${await explained(error)}\n`)
    process.exit(1)
  }
}

function warnAboutUnknownVariables(): void {
  // The children of `start` have the same environment; one warning is enough.
  if (process.connected) return
  for (const variable of unknownVariables(process.env)) {
    process.stderr.write(`Warning: ${variable} is not a setting of Tradehall and does nothing.\n`)
  }
}

async function explained(error: unknown): Promise<string> {
  return (
    (await sentenceOf(error)) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
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
