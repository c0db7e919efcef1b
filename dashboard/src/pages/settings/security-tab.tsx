/** The second factor: setting it up, its recovery codes, switching it off. */

import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { passkeysQuery, secondFactorQuery, sessionQuery } from '../../api/queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { Submit, TextField } from '../../parts/fields.tsx'
import { Buttons, Form, Problem } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { formatDate } from '../../parts/time.ts'
import { words } from '../../words/index.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import styles from './settings.module.css'

const { security: text } = words.settings
const PATH = '/api/v1/users/current/second-factor'

export function SecurityTab() {
  const { data, error } = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <>
      <Section title={words.settings.tabs.security} isTitleHidden>
        <Problem error={error} />
        {!data ? (
          <Skeleton height={80} />
        ) : data.attributes.isEnabled ? (
          <Enabled
            enabledAt={data.attributes.enabledAt ?? ''}
            codesLeft={data.attributes.recoveryCodesLeft}
            hasApp={data.attributes.hasApp}
            isRequired={data.attributes.isRequired}
            onCodes={setCodes}
          />
        ) : (
          <SetUpApp hint={data.attributes.isRequired ? text.required : text.off} onCodes={setCodes} />
        )}
      </Section>
      <PasskeysSection onCodes={setCodes} />
      {codes && <RecoveryCodes codes={codes} />}
    </>
  )
}

type OnCodes = (codes: readonly string[] | undefined) => void

function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
}

function SetUpApp({ hint, onCodes }: { hint: string; onCodes: OnCodes }) {
  const begin = useMutation({ mutationFn: () => send(() => client.request('POST', PATH)) })
  const begun = begin.data?.data.attributes
  if (begun?.secret && begun.uri) return <SetUp secret={begun.secret} uri={begun.uri} onCodes={onCodes} />
  return (
    <div className={styles.stack}>
      <p>{hint}</p>
      <Problem error={begin.error} />
      <Button variant="filled" onClick={() => begin.mutate()} loading={begin.isPending}>
        {text.setUp}
      </Button>
    </div>
  )
}

function SetUp({ secret, uri, onCodes }: { secret: string; uri: string; onCodes: OnCodes }) {
  const refresh = useRefresh()
  return (
    <div className={styles.setup}>
      <QrCode text={uri} label={text.qr} />
      <div className={styles.key}>
        <p>{text.scan}</p>
        <div>
          <small>{text.key}</small>
          <div className={styles.row}>
            <code>{secret}</code>
            <CopyButton text={secret} />
          </div>
        </div>
        <Form
          submit={async ({ code = '' }) => {
            const { data } = await send(() =>
              client.request('POST', `${PATH}/-actions/confirm`, {
                body: { data: { type: 'second-factors', attributes: { code: code.trim() } } },
              }),
            )
            onCodes(data.attributes.recoveryCodes ?? undefined)
            await refresh()
          }}
        >
          <TextField
            name="code"
            label={text.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
          />
          <Buttons>
            <Submit>{text.confirm}</Submit>
          </Buttons>
        </Form>
      </div>
    </div>
  )
}

interface EnabledProps {
  enabledAt: string
  codesLeft: number
  hasApp: boolean
  isRequired: boolean
  onCodes: OnCodes
}

function Enabled({ enabledAt, codesLeft, hasApp, isRequired, onCodes }: EnabledProps) {
  const { data: passkeys = [] } = useQuery(passkeysQuery)
  const refresh = useRefresh()
  const [isEnding, setEnding] = useState(false)
  const renewal = useMutation({
    mutationFn: () => send(() => client.request('POST', `${PATH}/-actions/renew-recovery-codes`)),
    onSuccess: async ({ data }) => {
      onCodes(data.attributes.recoveryCodes ?? undefined)
      await refresh()
    },
  })
  return (
    <div className={styles.stack}>
      <p>
        {text.on(formatDate(enabledAt))} {text.codesLeft(codesLeft)}
      </p>
      <Problem error={renewal.error} />
      <div className={styles.row}>
        <Button onClick={() => renewal.mutate()} loading={renewal.isPending}>
          {text.renew}
        </Button>
        {hasApp && (!isRequired || passkeys.length > 0) && (
          <Button onClick={() => setEnding(true)}>{text.switchOff}</Button>
        )}
      </div>
      {!hasApp && <SetUpApp hint={words.security.passkeys.appOff} onCodes={onCodes} />}
      {isEnding && (
        <ActionDialog
          title={text.switchOffTitle}
          submitWord={text.switchOffSubmit}
          isDangerous
          onClose={() => setEnding(false)}
          submit={async () => {
            await send(() => client.request('DELETE', PATH))
            if (passkeys.length === 0) onCodes(undefined)
            setEnding(false)
            await refresh()
          }}
        >
          <p>{passkeys.length > 0 ? words.security.passkeys.appOffHint : text.switchOffHint}</p>
        </ActionDialog>
      )}
    </div>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const all = codes.join('\n')
  return (
    <Section title={text.codesTitle}>
      <p className={styles.hint}>{text.codesHint}</p>
      <div className={styles.stack}>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.row}>
          <CopyButton text={all} />
          <DownloadButton name="tradehall-recovery-codes.txt" text={`${all}\n`}>
            {text.download}
          </DownloadButton>
        </div>
      </div>
    </Section>
  )
}
