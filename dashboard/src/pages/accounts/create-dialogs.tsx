/** Creating a brand or a retailer. The page of the new account opens, where its owner is invited. */

import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createBrand, createRetailer } from '../../api/accounts-queries.ts'
import { ActionDialog, type ActionDialogProps } from '../../parts/action-dialog.tsx'
import type { FormState, Values } from '../../parts/form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { CountryField, FEES, feesIn, TextField, textsOrNull } from './account-fields.tsx'
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
        void navigate({ to: paths.brandOfMarketplace, params: { brandId: id }, search: { tab: 'users' } })
      }
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <TextField name="name" errorOf={errorOf} required autoFocus />
          <div className={styles.pair}>
            <CountryField name="country" errorOf={errorOf} />
            <TextField name="currency" values={{ currency: 'EUR' }} errorOf={errorOf} required />
          </div>
          {FEES.map((name) => (
            <TextField key={name} name={name} values={USUAL_FEES} errorOf={errorOf} required />
          ))}
        </>
      )}
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
        void navigate({
          to: paths.retailerOfMarketplace,
          params: { retailerId: id },
          search: { tab: 'users' },
        })
      }
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <TextField name="storeName" errorOf={errorOf} required autoFocus />
          <TextField name="companyName" errorOf={errorOf} />
          <TextField name="email" errorOf={errorOf} required />
          <div className={styles.pair}>
            <CountryField name="country" errorOf={errorOf} />
            <TextField name="currency" values={{ currency: 'EUR' }} errorOf={errorOf} required />
          </div>
          <TextField name="segment" errorOf={errorOf} />
        </>
      )}
    </CreateDialog>
  )
}

interface CreateProps<Result> extends ActionDialogProps<Result> {
  children: (state: FormState) => ReactNode
}

const CreateDialog = <Result,>({ children, ...dialog }: CreateProps<Result>) => (
  <ActionDialog {...dialog}>
    {(state) => (
      <>
        <p>{text.createHint}</p>
        {children(state)}
      </>
    )}
  </ActionDialog>
)
