/** Creating a brand or a retailer. The page of the new account opens, where its owner is invited. */

import { useNavigate } from '@tanstack/react-router'
import { createBrand, createRetailer } from '../../api/accounts-queries.ts'
import { ActionDialog, type ActionDialogProps } from '../../parts/action-dialog.tsx'
import type { Values } from '../../parts/form-state.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { AccountField, CountryField, FEES, feesIn, textsOrNull } from './account-fields.tsx'
import styles from './accounts.module.css'

const { accounts: text } = words
const USUAL_FEES: Values = { platformFeePercent: '10', newCustomerFeePercent: '0', feeVatPercent: '20' }

interface DialogProps {
  onClose: () => void
}

export function CreateBrandDialog({ onClose }: DialogProps) {
  const navigate = useNavigate()
  return (
    <CreateDialog
      title={text.createBrandTitle}
      submitWord={text.createBrand}
      submit={(values) => {
        const { name, country, currency } = values
        return createBrand({ name, country, currency, ...feesIn(values) })
      }}
      changes={['brands']}
      onDone={({ id }) =>
        navigate({ to: paths.brandOfMarketplace, params: { brandId: id }, search: { tab: 'users' } })
      }
      onClose={onClose}
    >
      <AccountField name="name" required data-autofocus />
      <div className={styles.pair}>
        <CountryField name="country" />
        <AccountField name="currency" defaultValue="EUR" required />
      </div>
      {FEES.map((name) => (
        <AccountField key={name} name={name} defaultValue={USUAL_FEES[name] ?? ''} required />
      ))}
    </CreateDialog>
  )
}

export function CreateRetailerDialog({ onClose }: DialogProps) {
  const navigate = useNavigate()
  return (
    <CreateDialog
      title={text.createRetailerTitle}
      submitWord={text.createRetailer}
      submit={(values) => {
        const { storeName, email, country, currency } = values
        const texts = textsOrNull(values, ['companyName', 'segment'])
        return createRetailer({ storeName, email, country, currency, ...texts })
      }}
      changes={['retailers']}
      onDone={({ id }) =>
        navigate({
          to: paths.retailerOfMarketplace,
          params: { retailerId: id },
          search: { tab: 'users' },
        })
      }
      onClose={onClose}
    >
      <AccountField name="storeName" required data-autofocus />
      <AccountField name="companyName" />
      <AccountField name="email" required />
      <div className={styles.pair}>
        <CountryField name="country" />
        <AccountField name="currency" defaultValue="EUR" required />
      </div>
      <AccountField name="segment" />
    </CreateDialog>
  )
}

const CreateDialog = <Result,>({ children, ...dialog }: ActionDialogProps<Result>) => (
  <ActionDialog {...dialog}>
    <p>{text.createHint}</p>
    {children}
  </ActionDialog>
)
