import { type CompletedCommand, functionName, quoted } from './commands.ts'

/** The script for bash 3.2 or later, which macOS has. */
export function bashCompletion(program: string, commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `# Completion of ${program} for bash.
${functionName(program)}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' candidate i
  for ((i = 1; i < COMP_CWORD; i++)); do
    candidate="\${command:+$command }\${COMP_WORDS[i]}"
    case "$candidate" in
      ${paths.join(' | ')}) command="$candidate" ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command" in
${commands.map(wordCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F ${functionName(program)} ${program}
`
}

function valueCases({ path, options }: CompletedCommand): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, choices }) => {
      const reply =
        choices.length > 0 ? `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current")); ` : ''
      return `    ${quoted(`${path} ${flag}`)}) ${reply}return ;;`
    })
}

function wordCase({ path, subcommands, options, argument }: CompletedCommand): string {
  const words = [
    ...subcommands.map(({ name }) => name),
    ...argument.choices,
    ...options.map(({ flag }) => flag),
  ]
  const files = argument.isFile ? ' compopt -o default 2>/dev/null;' : ''
  return `    ${quoted(path)})${files} words=${quoted(words.join(' '))} ;;`
}
