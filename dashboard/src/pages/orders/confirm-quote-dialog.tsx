/** The confirmation of a quote: it says what follows, and takes the format of labels or the tracking of an own carrier. */
import { Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, type Values } from '../../parts/form.tsx'
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
  const queryClient = useQueryClient()
  const makesLabels = quote.leadsTo === 'shipping_labels_generated'
  const [isOwn, setOwn] = useState(!makesLabels)
  async function confirm({ labelFormat, ...values }: Values) {
    const told = Object.fromEntries(TRACKING.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
    // Without tracking, labels would be made: a carrier of the brand has to be told.
    const isTold = isOwn && (makesLabels || Object.keys(told).length > 0)
    await send(() =>
      client.request('POST', '/api/v1/shipping-quotes/{quote}/confirm', {
        path: { quote: quote.quoteUuid },
        body: {
          ...(labelFormat && { labelFormat: labelFormat as 'default' }),
          ...(isTold && { tracking: told }),
        },
      }),
    )
    await queryClient.invalidateQueries({ queryKey: ['orders'] })
    void queryClient.invalidateQueries({ queryKey: ['recent-parcels'] })
    onClose()
  }
  return (
    <Dialog title={text.confirmTitle(quoteName(quote))} onClose={onClose}>
      <Form submit={confirm}>
        {({ isPending, errorOf }) => (
          <>
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
              <fieldset className={styles.tracking}>
                <legend>
                  {text.trackingHint} {!makesLabels && text.trackingOptional}
                </legend>
                <TextInput
                  name="trackingProvider"
                  label={text.provider}
                  error={errorOf('trackingProvider')}
                />
                <TextInput name="trackingNumber" label={text.number} error={errorOf('trackingNumber')} />
                <TextInput name="trackingLink" type="url" label={text.link} error={errorOf('trackingLink')} />
              </fieldset>
            ) : (
              <NativeSelect
                name="labelFormat"
                label={text.format}
                data={Object.entries(text.formats).map(([value, label]) => ({ value, label }))}
              />
            )}
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="filled" loading={isPending} data-autofocus>
                {isOwn ? text.confirmShip : text.confirmLabels}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function costSentence({ shippingCost, costType }: QuoteRow): string {
  if (shippingCost.amount === 0) return text.consequenceFree
  const amount = formatMoney(shippingCost)
  return costType === 'refund' ? text.consequenceRefund(amount) : text.consequenceFee(amount)
}
