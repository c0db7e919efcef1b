/** Output of the commands: text, with colours in a terminal, or one JSON object a line. */
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Plain when the output is piped or NO_COLOR is set. */
export const styled = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout })

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const printJson = (value: object): void => print(JSON.stringify(value))

export interface OutputOptions {
  /** `--json`: one JSON object a line. */
  json?: boolean
}

/** Prints a result that is JSON in any case: indented for people, or one object a line. */
export function printResult(result: object | readonly object[], { json = false }: OutputOptions): void {
  if (!json) print(JSON.stringify(result, null, 2))
  else for (const each of Array.isArray(result) ? result : [result]) printJson(each)
}

/** Messages about the tool itself go to stderr, apart from its output. */
export const remark = (line: string): void => void process.stderr.write(`${line}\n`)

/** What happens when the reader of the output has closed the pipe, as `head` does. */
export function onClosedPipe(react: () => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      react()
    })
  }
}
