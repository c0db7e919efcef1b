/** From which amount orders ship for nothing, in each corridor, and what retailers pay below. */
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { InvalidFields } from '../../api/errors.ts'
import { type Corridor, type FrancoSetting, francoQuery, saveFranco } from '../../api/settings-queries.ts'
import { Save, TextField } from '../../parts/fields.tsx'
import { Problem } from '../../parts/form.tsx'
import type { Values } from '../../parts/form-state.ts'
import { formatMoney, fromMinor, toMinor } from '../../parts/money.ts'
import { Section } from '../../parts/page.tsx'
import { VersionedForm } from '../../parts/versioned-form.tsx'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { freeShipping: text, tabs } = words.settings

export function FreeShippingTab() {
  const { data, error } = useQuery(francoQuery)
  return (
    <Section title={tabs.freeShipping} isTitleHidden hint={text.hint}>
      <Problem error={error} />
      {!data && !error && <Skeleton height={240} />}
      {data?.corridors.map((setting) => (
        <CorridorTerms key={setting.attributes.corridor} setting={setting} etag={data.etag} />
      ))}
    </Section>
  )
}

const valuesOf = ({ attributes: { amount, fee, currency } }: FrancoSetting): Values => ({
  amount: fromMinor({ amount, currency }),
  fee: fromMinor({ amount: fee, currency }),
})

function amountsIn(values: Values, currency: string): { amount: number; fee: number } {
  const [amount, fee] = [toMinor(values.amount ?? '', currency), toMinor(values.fee ?? '', currency)]
  if (amount !== undefined && fee !== undefined) return { amount, fee }
  const problem = words.form.invalidAmount(fromMinor({ amount: 1250, currency }))
  throw new InvalidFields({
    ...(amount === undefined && { amount: problem }),
    ...(fee === undefined && { fee: problem }),
  })
}

function CorridorTerms({ setting, etag }: { setting: FrancoSetting; etag: string }) {
  const queryClient = useQueryClient()
  const { amount, fee, currency } = setting.attributes
  const corridor = setting.attributes.corridor as Corridor
  const { title, hint } = text.corridors[corridor]
  const money = (minor: number) => formatMoney({ amount: minor, currency })
  const remove = useMutation({
    mutationFn: () => saveFranco({ corridor, amount: 0, fee: 0 }, etag),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: francoQuery.queryKey }),
  })
  return (
    <section className={styles.corridor} aria-label={title}>
      <div>
        <strong>{title}</strong>
        <small>{hint}</small>
        <p>{amount === 0 ? text.always : text.terms(money(amount), money(fee))}</p>
      </div>
      <VersionedForm
        className={styles.terms}
        stored={{ values: valuesOf(setting), etag }}
        read={async () => {
          const current = await queryClient.fetchQuery({ ...francoQuery, staleTime: 0 })
          const found = current.corridors.find(({ attributes }) => attributes.corridor === corridor)
          return { values: valuesOf(found ?? setting), etag: current.etag }
        }}
        save={async (values, etag) => await saveFranco({ corridor, ...amountsIn(values, currency) }, etag)}
        labels={{ amount: text.amount, fee: text.fee }}
      >
        <AmountFields setting={setting} />
        <div className={styles.row}>
          <Save aria-label={text.saveOf(title)} />
          <Button
            onClick={() => remove.mutate()}
            disabled={amount === 0}
            {...(amount === 0 && { title: text.nothingToRemove })}
            loading={remove.isPending}
            aria-label={text.removeOf(title)}
          >
            {text.remove}
          </Button>
        </div>
        <Problem error={remove.error} />
      </VersionedForm>
    </section>
  )
}

const FIELDS = ['amount', 'fee'] as const

/** With the amounts that are usual. */
function AmountFields({ setting: { attributes, meta } }: { setting: FrancoSetting }) {
  const { corridor, currency } = attributes
  const suggestions = (name: string) => `${corridor}-${name}`
  const options = { amount: meta?.amountOptions ?? [], fee: meta?.feeOptions ?? [] }
  return (
    <>
      {FIELDS.map((name) => (
        <TextField
          key={name}
          name={name}
          label={text[name]}
          inputMode="decimal"
          leftSection={currency}
          leftSectionWidth={48}
          list={suggestions(name)}
          autoComplete="off"
          required
        />
      ))}
      {FIELDS.map((name) => (
        <datalist key={name} id={suggestions(name)}>
          {options[name].map(({ amount }) => (
            <option key={amount} value={fromMinor({ amount, currency })} />
          ))}
        </datalist>
      ))}
    </>
  )
}
