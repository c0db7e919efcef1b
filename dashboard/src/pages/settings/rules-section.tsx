/** What the account asks of its users, and who does not fulfil it yet. */
import { Checkbox, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isBrand, isOperator } from '../../access.ts'
import { client, send } from '../../api/client.ts'
import { type SignInRules, signInRulesQuery } from '../../api/queries.ts'
import { Submit, TextField } from '../../parts/fields.tsx'
import { Buttons, Form, Problem } from '../../parts/form.tsx'
import type { Values } from '../../parts/form-state.ts'
import { Section } from '../../parts/page.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { rules: text } = words.security

export function RulesSection() {
  const { data: rules, error } = useQuery(signInRulesQuery)
  return (
    <Section title={text.title} hint={text.hint}>
      <Problem error={error} />
      <div className={styles.narrow}>{rules ? <RulesForm rules={rules} /> : <Skeleton height={240} />}</div>
    </Section>
  )
}

function RulesForm({ rules: { attributes } }: { rules: SignInRules }) {
  const queryClient = useQueryClient()
  const session = useSession()
  const isOfOperators = isOperator(session)
  const { secondFactorFrom, longestSessionHours, longestIdleMinutes, unfulfilled } = attributes
  async function submit(values: Values) {
    await send(() =>
      client.request('PATCH', '/api/v1/sign-in-rules', {
        body: {
          data: {
            type: 'sign-in-rules',
            attributes: { ...attributesIn(values), ...(isBrand(session) && supportIn(values)) },
          },
        },
      }),
    )
    await queryClient.invalidateQueries({ queryKey: signInRulesQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Form submit={submit} doneNote={words.form.saved}>
      <TextField
        name="secondFactorFrom"
        type="date"
        label={text.secondFactorFrom}
        description={text.secondFactorHint}
        defaultValue={secondFactorFrom?.slice(0, 10) ?? ''}
      />
      <p className={styles.hint}>
        {unfulfilled.length === 0
          ? text.fulfilled
          : text.unfulfilled(unfulfilled.map(({ name }) => name).join(', '))}
      </p>
      <TextField
        name="longestSessionHours"
        type="number"
        min={1}
        label={text.longestSession}
        description={text.longestSessionHint}
        defaultValue={longestSessionHours ?? ''}
      />
      <TextField
        name="longestIdleMinutes"
        type="number"
        min={5}
        label={text.longestIdle}
        description={text.longestIdleHint}
        defaultValue={longestIdleMinutes ?? ''}
      />
      <p>{isOfOperators ? text.mailsOfOperators : text.mails}</p>
      <Checkbox
        name="mailsOwners"
        label={isOfOperators ? text.mailsOperators : text.mailsOwners}
        defaultChecked={attributes.mailsOwners}
      />
      <Checkbox
        name="mailsCredentials"
        label={isBrand(session) ? text.mailsCredentials : text.mailsCredentialsOfOthers}
        defaultChecked={attributes.mailsCredentials}
      />
      {isBrand(session) && (
        <Checkbox name="mailsSupport" label={text.mailsSupport} defaultChecked={attributes.mailsSupport} />
      )}
      <Buttons>
        <Submit>{words.save}</Submit>
      </Buttons>
    </Form>
  )
}

/** An empty field is no rule. Boxes that are not ticked are no part of a form. */
const attributesIn = (values: Values) => ({
  secondFactorFrom: values.secondFactorFrom ? `${values.secondFactorFrom}T00:00:00Z` : null,
  longestSessionHours: numberIn(values.longestSessionHours),
  longestIdleMinutes: numberIn(values.longestIdleMinutes),
  mailsOwners: 'mailsOwners' in values,
  mailsCredentials: 'mailsCredentials' in values,
})

/** The marketplace begins support sessions with brands alone. */
const supportIn = (values: Values) => ({ mailsSupport: 'mailsSupport' in values })

const numberIn = (text: string | undefined) => (text ? Number(text) : null)
