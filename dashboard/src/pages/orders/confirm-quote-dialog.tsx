/** The confirmation of a quote: it says what follows, and takes the format of labels or the tracking of an own carrier. */

import { NativeSelect, Radio } from '@mantine/core'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import type { Values } from '../../parts/form-state.ts'
import { formatMoney } from '../../parts/money.ts'
import { words } from '../../words/index.ts'
import { type QuoteRow, quoteName } from './quotes-section.tsx'
import styles from './ship-page.module.css'

const { shipping: text } = words

const TRACKING = ['trackingProvider', 'trackingNumber', 'trackingLink'] as const

interface ConfirmQuoteDialogProps {
  quote: QuoteRow
  parcels: number
  onClose: () => void
}

export function ConfirmQuoteDialog({ quote, parcels, onClose }: ConfirmQuoteDialogProps) {
  const makesLabels = quote.leadsTo === 'shipping_labels_generated'
  const [isOwn, setOwn] = useState(!makesLabels)
  function confirm({ labelFormat, ...values }: Values) {
    const told = Object.fromEntries(TRACKING.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
    // Without tracking, labels would be made: a carrier of the brand has to be told.
    const isTold = isOwn && (makesLabels || Object.keys(told).length > 0)
    return send(() =>
      client.request('POST', '/api/v1/shipping-quotes/{quote}/confirm', {
        path: { quote: quote.quoteUuid },
        body: {
          ...(labelFormat && { labelFormat: labelFormat as 'default' }),
          ...(isTold && { tracking: told }),
        },
      }),
    )
  }
  return (
    <ActionDialog
      title={text.confirmTitle(quoteName(quote))}
      submitWord={isOwn ? text.confirmShip : text.confirmLabels}
      focusSubmit
      submit={confirm}
      changes={['orders', 'recent-parcels']}
      onClose={onClose}
    >
      {makesLabels && (
        <Radio.Group
          label={text.who}
          value={isOwn ? 'own' : 'labels'}
          onChange={(who) => setOwn(who === 'own')}
        >
          <div className={styles.choices}>
            <Radio value="labels" label={text.whoMarketplace} />
            <Radio value="own" label={text.whoOwn} />
          </div>
        </Radio.Group>
      )}
      <ul className={styles.consequences}>
        <li>{isOwn ? text.consequenceShipped : text.consequenceLabels(parcels)}</li>
        <li>{costSentence(quote)}</li>
      </ul>
      {isOwn ? (
        <TrackingFields isOptional={!makesLabels} />
      ) : (
        <NativeSelect
          name="labelFormat"
          label={text.format}
          data={Object.entries(text.formats).map(([value, label]) => ({ value, label }))}
        />
      )}
    </ActionDialog>
  )
}

const TrackingFields = ({ isOptional }: { isOptional: boolean }) => (
  <fieldset className={styles.tracking}>
    <legend>
      {text.trackingHint} {isOptional && text.trackingOptional}
    </legend>
    <TextField name="trackingProvider" label={text.provider} />
    <TextField name="trackingNumber" label={text.number} />
    <TextField name="trackingLink" type="url" label={text.link} />
  </fieldset>
)

function costSentence({ shippingCost, costType }: QuoteRow): string {
  if (shippingCost.amount === 0) return text.consequenceFree
  const amount = formatMoney(shippingCost)
  return costType === 'refund' ? text.consequenceRefund(amount) : text.consequenceFee(amount)
}
