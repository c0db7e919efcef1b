/** Changes an address of an order, over the version that was shown. */

import { type AddressKind, changeAddress, type OperatorOrder } from '../../api/operator-orders-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { COUNTRIES } from '../../parts/countries.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import type { Values } from '../../parts/form-state.ts'
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
      <p>{texts.changeHint[kind]}</p>
      {FIELDS.map((field) => (
        <TextField
          key={field}
          name={field}
          label={texts.address[field]}
          defaultValue={address?.[field] ?? ''}
          required={!OPTIONAL.includes(field)}
          autoComplete="off"
        />
      ))}
      <SelectField
        name="countryCode"
        label={texts.address.countryCode}
        defaultValue={address?.countryCode ?? ''}
        data={COUNTRIES}
      />
    </ActionDialog>
  )
}
