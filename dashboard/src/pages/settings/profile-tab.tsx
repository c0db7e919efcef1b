/** The profile of the brand, and how retailers see it. */
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayChangeProfile } from '../../access.ts'
import { type Brand, profileQuery, saveProfile, shippingSettingsQuery } from '../../api/settings-queries.ts'
import { countryName } from '../../parts/countries.ts'
import { Save, TextField } from '../../parts/fields.tsx'
import { Buttons, Problem } from '../../parts/form.tsx'
import { Columns, Section } from '../../parts/page.tsx'
import { Properties } from '../../parts/properties.tsx'
import { type Versioned, VersionedForm } from '../../parts/versioned-form.tsx'
import { useSession } from '../../session.ts'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { profile: text, tabs } = words.settings
const PICTURES = ['squared', 'rounded', 'large'] as const

export function ProfileTab() {
  const { data, error } = useQuery(profileQuery)
  const mayChange = mayChangeProfile(useSession())
  return (
    <Columns aside={data && <Preview brand={data.brand} />}>
      <Section title={tabs.profile} isTitleHidden hint={text.hint}>
        <Problem error={error} />
        {!data && !error && <Skeleton height={280} />}
        {data && (mayChange ? <ProfileForm stored={versionOf(data)} /> : <Facts brand={data.brand} />)}
      </Section>
    </Columns>
  )
}

const versionOf = ({ brand, etag }: { brand: Brand; etag: string }): Versioned => {
  const { name, images } = brand.attributes
  const pictures = PICTURES.map((form) => [form, images[form] ?? ''])
  return { etag, values: { name, ...Object.fromEntries(pictures) } }
}

function ProfileForm({ stored }: { stored: Versioned }) {
  const queryClient = useQueryClient()
  const read = async () => versionOf(await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }))
  return (
    <div className={styles.wide}>
      <VersionedForm
        stored={stored}
        read={read}
        save={({ name = '', squared, rounded, large }, etag) =>
          saveProfile(
            { name, images: { squared: squared || null, rounded: rounded || null, large: large || null } },
            etag,
          )
        }
        labels={{ name: text.name, ...text.pictures }}
      >
        <TextField name="name" label={text.name} description={text.nameHint} required />
        {PICTURES.map((form) => (
          <TextField key={form} name={form} type="url" label={text.pictures[form]} placeholder="https://" />
        ))}
        <Buttons>
          <Save />
        </Buttons>
      </VersionedForm>
    </div>
  )
}

function Facts({ brand: { attributes } }: { brand: Brand }) {
  return (
    <>
      <p className={styles.hint}>{text.ownersOnly}</p>
      <Properties
        items={[
          [text.name, attributes.name],
          ...PICTURES.map((form) => [text.pictures[form], attributes.images[form] ?? text.none] as const),
        ]}
      />
    </>
  )
}

function Preview({ brand: { id, attributes } }: { brand: Brand }) {
  const { name, link } = attributes
  const { data } = useQuery(shippingSettingsQuery(id))
  const { publicAddress, averageLeadTime } = data?.settings.attributes ?? {}
  return (
    <Section title={text.preview}>
      <div className={styles.preview}>
        <span className={styles.letter} aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <div>
          <strong>{name}</strong>
          {publicAddress && (
            <small>
              {publicAddress.city}, {countryName(publicAddress.countryCode)}
            </small>
          )}
        </div>
      </div>
      <Properties
        items={[
          [text.page, link ?? text.noPage],
          [text.leadTime, averageLeadTime && words.settings.shipping.leadTimes[averageLeadTime]],
        ]}
      />
      <p className={styles.hint}>{text.previewHint}</p>
    </Section>
  )
}
