import { type CompletedCommand, type CompletedOption, functionName } from './commands.ts'

/** The script for fish 3 or later. */
export function fishCompletion(program: string, commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `# Completion of ${program} for fish.
function _${functionName(program)}_command
  set -l command
  set -l words (commandline -opc)
  for word in $words[2..-1]
    set -l candidate (string join ' ' -- $command $word)
    if contains -- $candidate ${paths.join(' ')}
      set command $candidate
    end
  end
  echo "$command"
end
complete -c ${program} -f
${commands.flatMap((command) => completions(program, command)).join('\n')}
`
}

function completions(program: string, { path, subcommands, options, argument }: CompletedCommand): string[] {
  const add = `complete -c ${program} -n ${quoted(`test (_${functionName(program)}_command) = "${path}"`)}`
  return [
    ...subcommands.map(({ name, description }) => `${add} -a ${quoted(name)} -d ${quoted(description)}`),
    ...(argument.choices.length > 0 ? [`${add} -a ${quoted(argument.choices.join(' '))}`] : []),
    ...(argument.isFile ? [`${add} -F`] : []),
    ...options.map((option) => `${add} ${optionOf(option)} -d ${quoted(option.description)}`),
  ]
}

function optionOf({ flag, takesValue, choices }: CompletedOption): string {
  const values = choices.length > 0 ? ` -a ${quoted(choices.join(' '))}` : ''
  return `-l ${flag.replace(/^--/, '')}${takesValue ? ' -x' : ''}${values}`
}

/** In single quotes, in which fish knows the backslash as an escape. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
