import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../../../server/test/programs.ts'
import { needs } from '../../../../server/test/requirements.ts'
import { bashCompletion } from './bash.ts'
import { completedCommands } from './commands.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

/** Commands that need every kind of entry, with characters that a shell would interpret. */
const program = new Command('tradehall').version('1.0.0', '--version')
program.command('start').description("it's $HOME `all`")
program.command('secret', { hidden: true })
const application = program.command('application').description('the clients')
application.command('list').description('list them').option('--json', 'as JSON')
application.command('create').description('create one').requiredOption('--name <name>', 'its name')
program
  .command('import <file>')
  .description('import a file')
  .addOption(new Option('--operation <type>', 'what to do').choices(['import', 'update']))
program.command('trigger <event>').description('trigger an event')
program.command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
const commands = completedCommands(program, { trigger: ['order.new', 'order.shipped'] })

const has = (shell: string) => ({
  met: spawnSync(shell, ['--version']).status === 0,
  missing: `the program ${shell} is not installed`,
})

/** Words before the cursor, the last of which is completed, and what a shell offers for it. */
const CASES: [string[], string[]][] = [
  [['st'], ['start']],
  [
    ['application', ''],
    ['list', 'create', '--help'],
  ],
  [
    ['application', 'list', '--'],
    ['--json', '--help'],
  ],
  [['application', 'create', '--name', 'st'], []],
  [
    ['import', '--operation', ''],
    ['import', 'update'],
  ],
  [['trigger', 'order.s'], ['order.shipped']],
  [['completion', 'z'], ['zsh']],
  [['sec'], []],
]

test.each(CASES)('bash completes %j', needs(has('bash')), (words, expected) => {
  const script = `${bashCompletion('tradehall', commands)}
    COMP_WORDS=(tradehall "$@"); COMP_CWORD=$#; _tradehall; printf '%s\\n' "\${COMPREPLY[@]}"`
  expect(linesOf('bash', ['-c', script, 'test', ...words])).toEqual(expected)
})

test.each(CASES)('zsh completes %j', needs(has('zsh')), (words, expected) => {
  // The functions of the completion system, which only an interactive shell has.
  const script = `compdef() { : }; _files() { : }
    _describe() { print -rl -- \${\${(P)2}%%:*} }; compadd() { shift; print -rl -- "$@" }
    ${zshCompletion('tradehall', commands)}
    words=(tradehall "$@"); CURRENT=$(($# + 1)); _tradehall`
  // zsh itself filters by the word.
  const all = linesOf('zsh', ['-fc', script, 'test', ...words])
  expect(all.filter((line) => line.startsWith(words.at(-1) ?? ''))).toEqual(expected)
})

test.each(CASES)('fish completes %j', needs(has('fish')), (words, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'tradehall-fish-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'tradehall.fish'), fishCompletion('tradehall', commands))
  const script = `source ${folder}/tradehall.fish; complete -C "$argv"`
  const offered = linesOf('fish', ['--no-config', '-c', script, ['tradehall', ...words].join(' ')])
  const names = offered.map((line) => line.split('\t')[0])
  // Options are offered after a dash only.
  const wanted = words.at(-1)?.startsWith('-') ? expected : expected.filter((word) => !word.startsWith('-'))
  expect(names.toSorted()).toEqual(wanted.toSorted())
})

describe('the command', () => {
  test('knows all commands, the events that can be triggered, and no internal command', async () => {
    const completion = runProgram(['completion', 'bash'])
    expect(await completion.exitCode()).toBe(0)
    for (const word of [
      'start',
      'application rotate-secret',
      'order.shipped',
      '--update-fields',
      'utf-8 latin1',
    ])
      expect(completion.output()).toContain(word)
    expect(completion.output()).not.toMatch(/prepare|await-database/)
    execFileSync('bash', ['-n'], { input: completion.output() })
  })

  test('refuses a shell that it does not know, in one sentence', async () => {
    const completion = runProgram(['completion', 'tcsh'])
    expect(await completion.exitCode()).toBe(1)
    expect(completion.errors()).toMatch(
      /^error: [^\n]*'tcsh' is invalid[^\n]* Allowed choices are bash, zsh, fish\.\n$/,
    )
  })
})

function linesOf(program: string, args: readonly string[]): string[] {
  return execFileSync(program, args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
}
