/** Requests as commands for a shell. */
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { words } from '../../words/index.ts'

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

interface CurlRequest {
  method: string
  url: string
  /** Quoted already, where a variable of the shell is part of it. */
  headers: readonly string[]
  body: string | null
}

export function curlOf({ method, url, headers, body }: CurlRequest): string {
  return [
    `curl -X ${method} ${quote(url)}`,
    ...headers.map((header) => `-H ${header}`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ')
}

export const curlHeader = (name: string, value: string) => quote(`${name}: ${value}`)

export function CurlButton({ command, label }: { command: string; label: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <Button onClick={() => copy(command)}>
      <span aria-live="polite">{copied ? words.copied : label}</span>
    </Button>
  )
}
