import { Button } from '@mantine/core'

/** Saves a text as a file, without a request. */
export function DownloadButton({ name, text, children }: { name: string; text: string; children: string }) {
  function save() {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    URL.revokeObjectURL(address)
  }
  return <Button onClick={save}>{children}</Button>
}
