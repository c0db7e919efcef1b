/** What the pages of one order share, whoever looks at it. */
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import { CopyLink } from './copy-button.tsx'
import styles from './order-parts.module.css'
import { countryName } from './order-texts.tsx'
import { State } from './state.tsx'

const { page: texts } = words.orders

/** Something that is not possible is shown with its reason. */
interface ActionItemProps {
  label: string
  reason: string | null | undefined
  onClick?: () => void
}

export const ActionItem = ({ label, reason, onClick }: ActionItemProps) => (
  <Menu.Item disabled={Boolean(reason)} {...(onClick && { onClick })}>
    {label}
    {reason && <small>{reason}</small>}
  </Menu.Item>
)

export const ActionMenu = ({ children }: { children: ReactNode }) => (
  <Menu.Dropdown className={styles.more}>{children}</Menu.Dropdown>
)

/** What somebody said about the order; what nobody said is left out. */
export const Said = ({ sentences }: { sentences: readonly (string | null | undefined | false)[] }) =>
  sentences.map(
    (sentence) =>
      sentence && (
        <p key={sentence} className={styles.said}>
          {sentence}
        </p>
      ),
  )

/** Where a brand gave no words, the API has the type. */
export const rejectReasonText = (reason: string) =>
  (words.orders.rejectTypes as Record<string, string>)[reason] ?? reason

export const Lines = ({ lines }: { lines: readonly ReactNode[] }) =>
  lines.filter(Boolean).map((line, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address have no identity.
    <div key={i} className={styles.line}>
      {line}
    </div>
  ))

interface PostalAddress {
  organisationName?: string | null
  name?: string | null
  street?: string | null
  postalCode?: string | null
  city?: string | null
  countryCode?: string | null
}

export const AddressLines = ({ address }: { address: PostalAddress | null | undefined }) => (
  <Lines
    lines={[
      address?.organisationName,
      address?.name,
      address?.street,
      [address?.postalCode, address?.city].filter(Boolean).join(' '),
      countryName(address?.countryCode),
    ]}
  />
)

interface Sum {
  key: string
  name: string
  amount: string
  isTotal?: boolean
}

/** The amounts as the API has computed them. */
export const Sums = ({ sums }: { sums: readonly Sum[] }) => (
  <dl className={styles.amounts}>
    {sums.map(({ key, name, amount, isTotal }) => [
      <dt key={key} data-total={isTotal}>
        {name}
      </dt>,
      <dd key={`${key} amount`} data-total={isTotal}>
        {amount}
      </dd>,
    ])}
  </dl>
)

/** How many packs, and of how many if the brand accepted fewer. */
export const Accepted = ({ quantity, orderedQuantity }: { quantity: number; orderedQuantity: number }) =>
  quantity < orderedQuantity ? (
    <State tone={quantity === 0 ? 'bad' : 'wait'}>{texts.accepted(quantity, orderedQuantity)}</State>
  ) : (
    quantity
  )

/** A charge of an order. Shipping fees are positive in the API, and are subtracted. */
export const chargeOf = (type: string, amountWithVat: number) => ({
  name: texts.billing[type] ?? type,
  amount: type === 'brand_shipping_fees' ? -amountWithVat : amountWithVat,
})

/** Buttons for programmers: the id, the document, and the request as a command. */
export function Copies({ order, path }: { order: { id: string }; path: string }) {
  const curl = `curl ${location.origin}${path} -H "Authorization: Bearer $TOKEN" -H "Accept: application/vnd.api+json"`
  return (
    <p className={styles.copies}>
      {texts.copy}
      <CopyLink text={order.id}>{texts.copyId}</CopyLink>
      <CopyLink text={JSON.stringify(order, null, 2)}>{texts.copyJson}</CopyLink>
      <CopyLink text={curl}>{texts.copyCurl}</CopyLink>
    </p>
  )
}
