/** Sends again what failed since a moment, after saying how many deliveries these are. */
import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerNow } from '../api/server-time.ts'
import { words } from '../words/index.ts'
import styles from './delivery.module.css'
import { Dialog } from './dialog.tsx'
import { Submit } from './fields.tsx'
import { Buttons, Form, Problem } from './form.tsx'

const { deliveries: text } = words.integrations

interface Counts {
  redelivered: number
  matching?: number
  /** Of receivers that are paused or switched off. */
  skipped?: number
}

const DAY_MS = 86_400_000

/** As in `<input type="datetime-local">`. */
function localMoment(ms: number): string {
  const at = new Date(ms)
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface RedeliverDialogProps {
  /** Whose deliveries: the id of a subscription, or all. */
  of: string
  redeliver: (since: string, options?: { dryRun: boolean }) => Promise<Counts>
  onClose: () => void
}

export function RedeliverDialog({ of, redeliver, onClose }: RedeliverDialogProps) {
  const queryClient = useQueryClient()
  const now = useServerNow()
  const [typed, setTyped] = useState<string>()
  // The clock of the server is known a moment later than the page.
  const since = typed ?? localMoment(now - DAY_MS)
  const isMoment = !Number.isNaN(Date.parse(since))
  const moment = isMoment ? new Date(since).toISOString() : ''
  const { data, error } = useQuery({
    queryKey: ['webhook-deliveries', 'matching', of, moment],
    queryFn: () => redeliver(moment, { dryRun: true }),
    placeholderData: keepPreviousData,
    enabled: isMoment,
    staleTime: 0,
  })
  const [sent, setSent] = useState<number>()
  const matching = data?.matching ?? 0
  return (
    <Dialog title={text.againTitle} onClose={onClose}>
      <Form
        submit={async () => {
          const { redelivered } = await redeliver(moment)
          await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] })
          setSent(redelivered)
        }}
      >
        <p>{text.againHint}</p>
        <TextInput
          type="datetime-local"
          label={text.since}
          value={since}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setSent(undefined)
          }}
          data-autofocus
        />
        <p role="status">
          {sent === undefined ? (data ? text.matching(matching) : text.counting) : text.againDone(sent)}
        </p>
        {sent === undefined && data?.skipped !== undefined && data.skipped > 0 && (
          <p className={styles.dim}>{text.skipped(data.skipped)}</p>
        )}
        <Problem error={error} />
        <Buttons>
          <Button onClick={onClose}>{sent === undefined ? words.cancel : words.close}</Button>
          {sent === undefined && (
            <Submit disabled={!isMoment || matching === 0}>{text.againSubmit(matching)}</Submit>
          )}
        </Buttons>
      </Form>
    </Dialog>
  )
}
