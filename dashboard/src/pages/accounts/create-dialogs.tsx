/** Creating a brand or a retailer. The page of the new account opens, where its owner is invited. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createBrand, createRetailer } from '../../api/accounts-queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, type FormState, type Values } from '../../parts/form.tsx'
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
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <CreateDialog
      title={text.createBrandTitle}
      submitWord={text.createBrand}
      onClose={onClose}
      submit={async (values) => {
        const { name, country, currency } = values
        const { id } = await createBrand({ name, country, currency, ...feesIn(values) })
        await queryClient.invalidateQueries({ queryKey: ['brands'] })
        await navigate({ to: paths.brandOfMarketplace, params: { brandId: id }, search: { tab: 'users' } })
      }}
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
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <CreateDialog
      title={text.createRetailerTitle}
      submitWord={text.createRetailer}
      onClose={onClose}
      submit={async (values) => {
        const { storeName, email, country, currency } = values
        const { id } = await createRetailer({
          storeName,
          email,
          country,
          currency,
          ...textsOrNull(values, ['companyName', 'segment']),
        })
        await queryClient.invalidateQueries({ queryKey: ['retailers'] })
        await navigate({
          to: paths.retailerOfMarketplace,
          params: { retailerId: id },
          search: { tab: 'users' },
        })
      }}
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

interface CreateProps extends DialogProps {
  title: string
  submitWord: string
  submit: (values: Values) => Promise<void>
  children: (state: FormState) => ReactNode
}

const CreateDialog = ({ title, submitWord, submit, children, onClose }: CreateProps) => (
  <Dialog title={title} onClose={onClose}>
    <Form submit={submit}>
      {(state) => (
        <>
          <p>{text.createHint}</p>
          {children(state)}
          <Buttons>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" variant="filled" loading={state.isPending}>
              {submitWord}
            </Button>
          </Buttons>
        </>
      )}
    </Form>
  </Dialog>
)
