/** The faults that are set, and a form for another one. */

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client, send } from '../api/client.ts'
import { faultsQuery, type One } from '../api/queries.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, Submit, TextField } from '../parts/fields.tsx'
import { Buttons, Form, Problem } from '../parts/form.tsx'
import type { Values } from '../parts/form-state.ts'
import { words } from '../words/index.ts'
import styles from './sandbox-bar.module.css'

const { sandbox } = words

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

export function FaultsDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data: faults = [] } = useQuery(faultsQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['faults'] })
  const removal = useMutation({
    mutationFn: () => send(() => client.request('DELETE', '/api/testing/faults')),
    onSuccess: refresh,
  })
  async function create(values: Values) {
    await send(() => client.request('POST', '/api/testing/faults', { body: faultOf(values) }))
    await refresh()
  }
  return (
    <Dialog onClose={onClose} title={sandbox.faultsTitle} size="lg">
      <p>{sandbox.faultsHint}</p>
      <Faults faults={faults} />
      <Form submit={create}>
        <div className={styles.fields}>
          <TextField
            name="path"
            label={sandbox.faultPath}
            description={sandbox.faultPathHint}
            defaultValue="/api/v1/orders*"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data-autofocus
          />
          <SelectField
            name="method"
            label={sandbox.faultMethod}
            data={[{ value: '', label: sandbox.faultAnyMethod }, ...METHODS]}
          />
          <TextField name="status" label={sandbox.faultStatus} inputMode="numeric" defaultValue="500" />
          <TextField name="delayMs" label={sandbox.faultDelay} inputMode="numeric" />
          <TextField name="share" label={sandbox.faultShare} inputMode="numeric" defaultValue="100" />
          <TextField name="count" label={sandbox.faultCount} inputMode="numeric" />
        </div>
        <Problem error={removal.error} />
        <Buttons>
          {faults.length > 0 && (
            <Button onClick={() => removal.mutate()} loading={removal.isPending}>
              {sandbox.faultRemove}
            </Button>
          )}
          <Submit>{sandbox.faultCreate}</Submit>
        </Buttons>
      </Form>
    </Dialog>
  )
}

type Fault = One<'/api/testing/faults'>

function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return <p className={styles.list}>{sandbox.faultNone}</p>
  return (
    <ul className={styles.list}>
      {faults.map(({ id, attributes: { method, path, share, remaining, ...fault } }) => (
        <li key={id}>
          <code>
            {method ?? sandbox.faultAnyMethod} {path}
          </code>
          <small>
            {[
              ...effectsOf(fault),
              sandbox.faultOf(Math.round((share ?? 1) * 100)),
              sandbox.faultRemaining(remaining ?? null),
            ].join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

const effectsOf = ({
  status,
  delayMs,
  disconnect,
  expireTokens,
  unknowns,
  marker,
}: Partial<Fault['attributes']>): readonly string[] => [
  ...(delayMs ? [sandbox.faultWaits(delayMs)] : []),
  ...(status ? [sandbox.faultAnswers(status)] : []),
  ...(disconnect ? [sandbox.faultDisconnects[disconnect] ?? disconnect] : []),
  ...(expireTokens ? [sandbox.faultExpiresTokens] : []),
  ...(unknowns ? [sandbox.faultAddsUnknowns] : []),
  ...(marker ? [sandbox.faultMarks(marker)] : []),
]

/** Empty fields are left out. Numbers that are none are sent as they are, so that the API says what is wrong with them. */
function faultOf({ path, method, status, delayMs, share, count }: Values) {
  return {
    ...(path && { path }),
    ...(method && { method: method as (typeof METHODS)[number] }),
    ...(status && { status: numberOf(status) }),
    ...(delayMs && { delayMs: numberOf(delayMs) }),
    ...(share && { share: numberOf(share, 100) }),
    ...(count && { count: numberOf(count) }),
  }
}

function numberOf(text: string, divisor = 1): number {
  const number = Number(text) / divisor
  return Number.isNaN(number) ? (text as unknown as number) : number
}
