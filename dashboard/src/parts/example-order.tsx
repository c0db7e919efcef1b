/** Creates a test order, in the sandbox. */
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, send } from '../api/client.ts'
import { words } from '../words/index.ts'
import { Problem } from './form.tsx'

export function ExampleOrder() {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(() => client.request('POST', '/api/testing/orders/create', { body: {} })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  return (
    <>
      <Button onClick={() => mutate()} loading={isPending}>
        {words.home.createExample}
      </Button>
      <Problem error={error} />
    </>
  )
}
