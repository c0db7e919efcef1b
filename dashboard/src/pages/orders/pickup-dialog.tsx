/** Books a pickup. What the carrier denies is said at the day, with other days to try. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Pickup } from '@tradehall/client'
import { client, send } from '../../api/client.ts'
import { useServerNow } from '../../api/server-time.ts'
import { shippingSettingsQuery } from '../../api/shipping-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import type { Values } from '../../parts/form-state.ts'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'

const { shipping: text } = words

export function PickupDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { account, user } = useSession()
  const { data: settings, isPending: isLoading } = useQuery(shippingSettingsQuery(account.id ?? ''))
  const today = new Date(useServerNow()).toISOString().slice(0, 10)
  if (isLoading) return null
  const address = settings?.attributes.shippingAddress
  function book({ pickupDate = '', pickupTime, ...pickupAddress }: Values) {
    const written = pickupDate.split('-').reverse().join('-')
    const pickup = { pickupDate: written, pickupTime, pickupAddress } as unknown as Pickup
    return send(() => client.orders.schedulePickup(orderId, pickup))
  }
  return (
    <ActionDialog
      title={text.bookTitle}
      submitWord={text.bookSubmit}
      submit={book}
      changes={['orders']}
      onClose={onClose}
    >
      <p>{text.bookHint}</p>
      <TextField name="pickupDate" required type="date" label={text.day} min={today} defaultValue={today} />
      <NativeSelect
        name="pickupTime"
        label={text.hours}
        data={Object.entries(text.windows).map(([value, label]) => ({ value, label }))}
      />
      <TextField name="name" required label={text.door} defaultValue={account.name} />
      <TextField
        name="contactName"
        required
        label={text.contact}
        defaultValue={[user.firstName, user.lastName].filter(Boolean).join(' ')}
      />
      <TextField name="phoneNumber" required type="tel" label={text.phone} />
      {(['street', 'postalCode', 'city'] as const).map((name) => (
        <TextField key={name} name={name} required label={text[name]} defaultValue={address?.[name]} />
      ))}
      <TextField
        name="countryCode"
        required
        label={text.country}
        defaultValue={address?.countryCode}
        maxLength={2}
      />
    </ActionDialog>
  )
}
