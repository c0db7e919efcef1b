/** A discount rule, with what a retailer would pay beside it while it is written. */

import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createRule, type DiscountRule, type RuleValues, saveRule } from '../../api/discounts-queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import { AccountPicker } from '../../parts/account-picker.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Submit, TextField } from '../../parts/fields.tsx'
import { Buttons, Form } from '../../parts/form.tsx'
import type { Values } from '../../parts/form-state.ts'
import { words } from '../../words/index.ts'
import styles from './discounts.module.css'
import { Preview } from './price-preview.tsx'

const { discounts: text } = words.accounts
const TYPING_MS = 300

interface RuleDialogProps {
  /** Undefined to create one. */
  rule?: DiscountRule
  brand: string | undefined
  retailer: string | undefined
  onBrand: (id: string | undefined) => void
  onRetailer: (id: string | undefined) => void
  onClose: () => void
}

export function RuleDialog({ rule, brand, retailer, onBrand, onRetailer, onClose }: RuleDialogProps) {
  const queryClient = useQueryClient()
  const now = useServerNow()
  // The moment in which it was opened, so that the prices are not read again every minute.
  const [openedAt] = useState(() => new Date(now).toISOString())
  const [begun] = useState(() => valuesOf(rule, openedAt))
  const [typed, setTyped] = useState(begun)
  const draft = draftOf(useDebouncedValue(typed, TYPING_MS)[0])
  const brandId = rule?.attributes.brandId ?? brand
  return (
    <Dialog
      title={rule ? text.editTitle(rule.attributes.name) : text.createTitle}
      size={1040}
      onClose={onClose}
    >
      <div className={styles.beside}>
        <Form
          values={begun}
          submit={async (values) => {
            const attributes = ruleOf(values)
            if (rule) await saveRule(rule.id, attributes)
            else if (brandId) await createRule(brandId, attributes)
            else throw new Error(text.chooseBrand)
            await queryClient.invalidateQueries({ queryKey: ['discount-rules'] })
            onClose()
          }}
        >
          {rule ? (
            <p>{rule.attributes.brandName}</p>
          ) : (
            <AccountPicker kind="brand" label={text.brand} value={brand} onChange={onBrand} />
          )}
          <RuleFields onType={(changed) => setTyped({ ...typed, ...changed })} />
          <Buttons>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Submit>{text.submit}</Submit>
          </Buttons>
        </Form>
        <Preview
          brand={brandId}
          retailer={retailer}
          onRetailer={onRetailer}
          without={rule?.id}
          draft={draft}
          at={draft && draft.startsAt > openedAt ? draft.startsAt : openedAt}
        />
      </div>
    </Dialog>
  )
}

function RuleFields({ onType }: { onType: (changed: Values) => void }) {
  const field = (name: string) => ({
    name,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onType({ [name]: currentTarget.value }),
  })
  return (
    <>
      <TextField {...field('name')} label={text.name} required data-autofocus autoComplete="off" />
      <TextField {...field('ratePercent')} label={text.rate} inputMode="numeric" required />
      <TextField
        {...field('retailerSegment')}
        label={text.segment}
        description={text.segmentHint}
        autoComplete="off"
      />
      <TextField {...field('startsAt')} label={text.startsAt} type="datetime-local" required />
      <TextField {...field('endsAt')} label={text.endsAt} description={text.endsHint} type="datetime-local" />
    </>
  )
}

/** A moment as `<input type="datetime-local">` has it, in the time zone of the viewer. */
function localOf(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Unknown texts reach the API, which refuses them. */
function momentOf(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? local : date.toISOString()
}

function valuesOf(rule: DiscountRule | undefined, now: string): Values {
  const { name = '', ratePercent, retailerSegment, startsAt = now, endsAt } = rule?.attributes ?? {}
  return {
    name,
    ratePercent: ratePercent === undefined ? '' : String(ratePercent),
    retailerSegment: retailerSegment ?? '',
    startsAt: localOf(startsAt),
    endsAt: endsAt ? localOf(endsAt) : '',
  }
}

const ruleOf = ({
  name = '',
  ratePercent = '',
  retailerSegment = '',
  startsAt = '',
  endsAt = '',
}: Values): RuleValues => ({
  name,
  ratePercent: ratePercent.trim() === '' ? Number.NaN : Number(ratePercent),
  retailerSegment: retailerSegment.trim() || null,
  startsAt: momentOf(startsAt),
  endsAt: endsAt === '' ? null : momentOf(endsAt),
})

/** Undefined while it is no rule yet. */
function draftOf(values: Values): Omit<RuleValues, 'name'> | undefined {
  const { name: _name, ...draft } = ruleOf(values)
  const isRate = Number.isInteger(draft.ratePercent) && draft.ratePercent >= 1 && draft.ratePercent <= 100
  return isRate && values.startsAt ? draft : undefined
}
