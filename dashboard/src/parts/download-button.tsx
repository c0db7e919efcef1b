import { Button } from '@mantine/core'

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Saves a text as a file, without a request. */
export function DownloadButton({ name, text, children }: { name: string; text: string; children: string }) {
  const save = () => saveBlob(name, new Blob([text], { type: 'text/plain' }))
  return <Button onClick={save}>{children}</Button>
}
