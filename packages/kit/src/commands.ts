/**
 * The commands for integrators, for the programs `tradehall` and `tradehall-kit`. They use the API of a running server, not its
 * database. Their code is imported when they run, so that `--help` is fast.
 */
import { Argument, type Command, Option } from 'commander'
import type { Environment } from './settings.ts'
import { stopSignal } from './terminal/stop-signal.ts'

export interface Surroundings {
  environment: Environment
  /** Runs a command, prints its failure as a sentence, and ends the process with the exit code. */
  run: (command: () => Promise<number>) => Promise<never>
}

/** The values of an option that may be repeated. */
export function collected(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value]
}

/** Declared by every command whose output a program may read. */
export function jsonOutput(): Option {
  return new Option('--json', 'print one JSON object a line')
}

const asClient = (command: Command, server = 'server') =>
  command
    .option('--url <address>', `URL of the ${server} (default: the sandbox of the data folder)`)
    .option('--client-id <id>', 'act as this application, with the secret in TRADEHALL_CLIENT_SECRET')

const asClientWithJson = (command: Command) => asClient(command).addOption(jsonOutput())

export function addKitCommands(program: Command, surroundings: Surroundings): void {
  addEventCommands(program, surroundings)
  addConnectorCommands(program, surroundings)
  addCompletion(program, surroundings)
}

const IMPORT_HELP = `
A .csv or .xlsx file has a header and a row for each variant, a .jsonl file a product in each line, a .json file an array
of products: docs/integrators/import-files.md.
Ctrl-C interrupts the import, and the same command resumes it.

Exit codes: 0 when all products were processed, 2 when some failed, 1 when it cannot continue, 130 after Ctrl-C.
`

const LISTEN_HELP = `
No subscription is needed, and existing subscriptions still receive their deliveries. Deliveries are forwarded one at a
time, in the order of their events, and are signed with a secret that never changes for an application. After a lost
connection, the events since then are forwarded. A delivery that the receiver fails is not retried.

Exit codes: 0 after Ctrl-C, 1 when it cannot continue.
`

const TRIGGER_HELP = `
Exit codes: 0 when the event was recorded, 1 when it was not, 2 when it cannot be triggered in this sandbox.
`

/** What the API does with events and files of products, from the command line. */
function addEventCommands(program: Command, { environment, run }: Surroundings): void {
  program
    .command('events')
    .description('list the events that are published as webhooks')
    .addOption(jsonOutput())
    .action((options) => run(async () => (await import('./events/events.ts')).listEvents(options)))

  asClientWithJson(
    program
      .command('import <file>')
      .description('import the products of a .csv, .json, .jsonl or .xlsx file into the catalog')
      .addHelpText('after', IMPORT_HELP)
      .addOption(
        new Option('--operation <type>', 'what to do with the products (default: import)').choices([
          'import',
          'update',
          'delete',
        ]),
      )
      .option('--update-fields <names>', 'the fields that an update sets, separated by commas')
      .option('--source <name>', 'the platform that the products come from (default: other)')
      .addOption(
        new Option('--encoding <name>', 'encoding of a text file (default: utf-8)').choices([
          'utf-8',
          'latin1',
        ]),
      )
      .option('--dry-run', 'validate the file by the rules of the server, and send nothing')
      .option('--restart', 'cancel an interrupted import of this file, and start over'),
  ).action((file, options) =>
    run(async () =>
      (await import('./import/import.ts')).importFile(file, options, environment, stopSignal()),
    ),
  )

  asClientWithJson(
    program
      .command('listen')
      .description('forward the webhook deliveries of an application to a URL on this machine')
      .addHelpText('after', LISTEN_HELP)
      .option(
        '--forward <address>',
        'POST each delivery, signed, to this URL; without it they are only printed',
      )
      .option('--events <names>', 'only these events, separated by commas')
      .option('--print-secret', 'print the signing secret and exit'),
  ).action((options) =>
    run(async () => (await import('./listen/listen.ts')).listen(options, environment, stopSignal())),
  )

  asClientWithJson(
    program
      .command('trigger <event>')
      .description('trigger an event in a sandbox, by creating and advancing an order'),
  )
    .addHelpText('after', TRIGGER_HELP)
    .action((event, options) =>
      run(async () => (await import('./trigger/trigger.ts')).trigger(event, options, environment)),
    )
}

const INIT_HELP = `
The folder must be new or empty. The project has a webhook receiver, polling, orders, stock, an import, and a test against
the sandbox; --full adds a durable store, retries and HTTP endpoints for actions. If the data folder has a sandbox, its
credentials are written to .env: docs/integrators/writing-a-connector.md.

Exit codes: 0 when the project was created, 1 when nothing was written.
`

const certifyHelp = (program: string) => `
Run it in the folder of the connector, whose certify.json says how it is started and what it claims to do; what follows after
-- replaces the start command: docs/integrators/certify.md.

Examples:
  ${program} certify --html report.html
  ${program} certify --only tokens,retries -- node src/main.ts
  ${program} certify --verify report.json --key <public key>

Exit codes: 0 when nothing failed, 2 when a lesson failed, 1 when it could not run, 130 after Ctrl-C.
`

const MCP_HELP = `
A coding tool starts it, and talks to it over stdin and stdout. It works on a sandbox only, as its demo accounts, and shows no
secrets. Lessons are played with the connector whose certify.json lies in the current folder:
docs/integrators/coding-tools.md.

Exit codes: 0 when the coding tool has ended, 1 when the server is no sandbox or refuses the credentials.
`

/** What helps to write a connector. */
function addConnectorCommands(program: Command, { environment, run }: Surroundings): void {
  program
    .command('init <folder>')
    .description('create a connector: a TypeScript project on the client library, with a test')
    .option('--full', 'with a durable store, so that a crash loses nothing')
    .addOption(jsonOutput())
    .addHelpText('after', INIT_HELP)
    .action((folder, options) =>
      run(async () => {
        stopSignal()
        return (await import('./init/init.ts')).init(folder, options, environment)
      }),
    )

  asClient(
    program
      .command('certify [command...]')
      .description('put a connector through lessons in a running sandbox, and report what holds')
      .option('--config <file>', 'description of the connector (default: certify.json)')
      .option('--only <lessons>', 'play these lessons only, separated by commas')
      .option('--seed <number>', 'repeat the choices of a run (default: by chance)')
      .option('--strict', 'fail also if a requirement of what it claims was not observed')
      .option('--html <file>', 'write the report as a page')
      .option('--json <file>', 'write the report as signed JSON')
      .option('--junit <file>', 'write the report as JUnit XML')
      .option('--list', 'list the lessons, and play none')
      .option('--explain <lesson>', 'print what a lesson does and requires, and play none')
      .option('--verify <report>', 'check the signature of a JSON report, and play none')
      .option(
        '--key <key>',
        'a public key that --verify trusts; may be repeated (default: that of the sandbox)',
        collected,
      ),
    'sandbox',
  )
    .addHelpText('after', certifyHelp(program.name()))
    .action((command, options) =>
      run(async () =>
        (await import('./certify/certify-command.ts')).certifyCommand(
          command,
          options,
          environment,
          stopSignal(),
        ),
      ),
    )

  asClient(
    program
      .command('mcp')
      .description('let coding tools use a running sandbox, by the Model Context Protocol')
      .option(
        '--config <file>',
        'description of the connector that lessons are played with (default: certify.json)',
      ),
    'sandbox',
  )
    .addHelpText('after', MCP_HELP)
    .action((options) =>
      run(async () => (await import('./mcp/mcp.ts')).mcp(options, environment, stopSignal())),
    )
}

const completionHelp = (program: string) => `
bash:  source <(${program} completion bash), in ~/.bashrc
zsh:   source <(${program} completion zsh), in ~/.zshrc after compinit
fish:  ${program} completion fish > ~/.config/fish/completions/${program}.fish
`

function addCompletion(program: Command, { run }: Surroundings): void {
  program
    .command('completion')
    .description(`print the script that completes \`${program.name()}\` commands in a shell`)
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', completionHelp(program.name()))
    .action((shell) =>
      run(async () => (await import('./completion/completion.ts')).printCompletion(shell, program)),
    )
}
