/** Books a pickup. What the carrier denies is said at the day, with other days to try. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Pickup } from '@tradehall/client'
import { client, send } from '../../api/client.ts'
import { useServerNow } from '../../api/server-time.ts'
import { shippingSettingsQuery } from '../../api/shipping-queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, type Values } from '../../parts/form.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'

const { shipping: text } = words

export function PickupDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { account } = useSession()
  const { data: settings, isPending: isLoading } = useQuery(shippingSettingsQuery(account.id ?? ''))
  if (isLoading) return null
  return (
    <Dialog title={text.bookTitle} onClose={onClose}>
      <PickupForm orderId={orderId} address={settings?.attributes.shippingAddress} onClose={onClose} />
    </Dialog>
  )
}

interface PickupFormProps {
  orderId: string
  address: { street: string; postalCode: string; city: string; countryCode: string } | null | undefined
  onClose: () => void
}

function PickupForm({ orderId, address, onClose }: PickupFormProps) {
  const queryClient = useQueryClient()
  const { account, user } = useSession()
  const today = new Date(useServerNow()).toISOString().slice(0, 10)
  async function book({ pickupDate = '', pickupTime, ...pickupAddress }: Values) {
    const written = pickupDate.split('-').reverse().join('-')
    const pickup = { pickupDate: written, pickupTime, pickupAddress } as unknown as Pickup
    await send(() => client.orders.schedulePickup(orderId, pickup))
    await queryClient.invalidateQueries({ queryKey: ['orders'] })
    onClose()
  }
  return (
    <Form submit={book}>
      {({ isPending, errorOf }) => (
        <>
          <p>{text.bookHint}</p>
          <TextInput
            name="pickupDate"
            type="date"
            label={text.day}
            min={today}
            defaultValue={today}
            required
            error={errorOf('pickupDate')}
          />
          <NativeSelect
            name="pickupTime"
            label={text.hours}
            data={Object.entries(text.windows).map(([value, label]) => ({ value, label }))}
          />
          <TextInput
            name="name"
            label={text.door}
            defaultValue={account.name}
            required
            error={errorOf('name')}
          />
          <TextInput
            name="contactName"
            label={text.contact}
            defaultValue={[user.firstName, user.lastName].filter(Boolean).join(' ')}
            required
            error={errorOf('contactName')}
          />
          <TextInput
            name="phoneNumber"
            type="tel"
            label={text.phone}
            required
            error={errorOf('phoneNumber')}
          />
          {(['street', 'postalCode', 'city'] as const).map((name) => (
            <TextInput
              key={name}
              name={name}
              label={text[name]}
              defaultValue={address?.[name]}
              required
              error={errorOf(name)}
            />
          ))}
          <TextInput
            name="countryCode"
            label={text.country}
            defaultValue={address?.countryCode}
            maxLength={2}
            required
            error={errorOf('countryCode')}
          />
          <Buttons>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" variant="filled" loading={isPending}>
              {text.bookSubmit}
            </Button>
          </Buttons>
        </>
      )}
    </Form>
  )
}
