/** The `tradehall` command: picks a role, and turns what stops it into one sentence and an exit code. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { type Config, readConfig, settings, unknownVariables } from './config.ts'
import { sentenceOf } from './processes/refusals.ts'

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
  .action(() => run(async (config) => (await import('./roles/api.ts')).api(config)))
program
  .command('worker')
  .description('run the worker only (needs TRADEHALL_DATABASE_URL)')
  .option('--only', 'no other worker uses this database: free the jobs a crash left behind at once')
  .action((options) => run(async (config) => (await import('./roles/worker.ts')).worker(config, options)))
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
await program.parseAsync()

async function run(role: (config: Config) => Promise<number>): Promise<never> {
  try {
    warnAboutUnknownVariables()
    const config = readConfig(process.env)
    // Here and nowhere else: no role, not even a migration, works on such a database.
    if (config.mode === 'production') {
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
