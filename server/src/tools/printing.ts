/** What the tools print: for people, with colours where somebody sees them, or as one JSON object a line. */
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Plain when the output is piped or NO_COLOR is set. */
export const styled = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout })

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const printJson = (value: object): void => print(JSON.stringify(value))

/** News about the tool itself: not part of its output. */
export const remark = (line: string): void => void process.stderr.write(`${line}\n`)

/** Whoever reads our output has seen enough, as `head` does. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}
