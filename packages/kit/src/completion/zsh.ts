import { type CompletedCommand, functionName, quoted } from './commands.ts'

/** The script for zsh, as a file in `$fpath` with the name of the function, or for `source` after `compinit`. */
export function zshCompletion(program: string, commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const name = functionName(program)
  return `#compdef ${program}
# Completion of ${program} for zsh.
${name}() {
  local command='' word candidate
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    candidate="\${command:+$command }$word"
    case "$candidate" in
      (${paths.join('|')}) command="$candidate" ;;
    esac
  done
  case "$command \${words[CURRENT-1]}" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(entryCase).join('\n')}
  esac
  _describe '${program}' entries
}
if [[ "\${funcstack[1]}" = '${name}' ]]; then
  ${name} "$@"
else
  compdef ${name} ${program}
fi
`
}

function valueCases({ path, options }: CompletedCommand): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, choices }) => {
      const values = choices.length > 0 ? `compadd -- ${choices.map(quoted).join(' ')}; ` : ''
      return `    (${quoted(`${path} ${flag}`)}) ${values}return ;;`
    })
}

function entryCase({ path, subcommands, options, argument }: CompletedCommand): string {
  const entries = [
    ...subcommands.map(({ name, description }) => `${name}:${description}`),
    ...argument.choices,
    ...options.map(({ flag, description }) => `${flag}:${description}`),
  ]
  const files = argument.isFile ? ' _files;' : ''
  return `    (${quoted(path)})${files} entries=(${entries.map(quoted).join(' ')}) ;;`
}
