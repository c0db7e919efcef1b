/** Changes an address of an order, over the version that was shown. */

import { NativeSelect, TextInput } from '@mantine/core'
import { type AddressKind, changeAddress, type OperatorOrder } from '../../api/operator-orders-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { COUNTRIES } from '../../parts/countries.ts'
import type { Values } from '../../parts/form.tsx'
import { words } from '../../words/index.ts'

const { page: texts } = words.operatorOrders
const FIELDS = ['organisationName', 'name', 'street', 'postalCode', 'city'] as const
/** The API takes null for these. */
const OPTIONAL: readonly string[] = ['organisationName', 'name']

interface AddressDialogProps {
  kind: AddressKind
  order: OperatorOrder
  etag: string
  onDone: () => Promise<void>
  onClose: () => void
}

export function AddressDialog({ kind, order, etag, onDone, onClose }: AddressDialogProps) {
  const address = order.attributes[kind]
  async function submit(values: Values) {
    const entries = Object.entries(values).map(([field, value]) => [field, value.trim() || null])
    await changeAddress(order.id, kind, Object.fromEntries(entries), etag)
    await onDone()
  }
  return (
    <ActionDialog title={texts.changeOf[kind]} submitWord={words.save} submit={submit} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{texts.changeHint[kind]}</p>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              name={field}
              label={texts.address[field]}
              defaultValue={address?.[field] ?? ''}
              error={errorOf(field)}
              required={!OPTIONAL.includes(field)}
              autoComplete="off"
            />
          ))}
          <NativeSelect
            name="countryCode"
            label={texts.address.countryCode}
            defaultValue={address?.countryCode ?? ''}
            data={COUNTRIES}
            error={errorOf('countryCode')}
          />
        </>
      )}
    </ActionDialog>
  )
}
