/** Whom the marketplace writes to about the brand. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { client, send } from '../../api/client.ts'
import { type Contact, contactsQuery } from '../../api/settings-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { words } from '../../words/index.ts'
import styles from './settings.module.css'

const { contacts: text, tabs } = words.settings
const route = getRouteApi('/shell/settings/contacts')
const PATH = '/api/v1/brands/brand-contacts'

export function ContactsTab() {
  const { data: contacts, error } = useQuery(contactsQuery)
  const { dialog, contact: id } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (dialog: 'add' | 'edit' | 'remove', contact?: Contact) =>
    void navigate({ search: { dialog, ...(contact && { contact: contact.id }) } })
  const close = () => void navigate({ search: {} })
  const chosen = contacts?.find((contact) => contact.id === id)
  const columns: Column<Contact>[] = [
    { key: 'email', title: text.email, cell: ({ attributes: { email } }) => email },
    {
      key: 'purposes',
      title: text.purposes,
      wide: true,
      cell: ({ attributes: { purposes } }) =>
        purposes?.map((one) => text.purposeNames[one] ?? one).join(', '),
    },
    {
      key: 'actions',
      title: text.actions,
      isTitleHidden: true,
      kind: 'number',
      cell: (contact) => (
        <span className={styles.actions}>
          <Button size="xs" onClick={() => open('edit', contact)} aria-label={text.editOf(emailOf(contact))}>
            {text.edit}
          </Button>
          <Button
            size="xs"
            onClick={() => open('remove', contact)}
            aria-label={text.removeOf(emailOf(contact))}
          >
            {text.remove}
          </Button>
        </span>
      ),
    },
  ]
  const add = <Button onClick={() => open('add')}>{text.add}</Button>
  return (
    <Section title={tabs.contacts} isTitleHidden hint={text.hint} actions={add}>
      <Table
        label={tabs.contacts}
        columns={columns}
        rows={contacts}
        error={error}
        idOf={({ id }) => id}
        empty={<Empty>{text.empty}</Empty>}
      />
      {dialog === 'add' && <ContactDialog onClose={close} />}
      {dialog === 'edit' && chosen && <ContactDialog contact={chosen} onClose={close} />}
      {dialog === 'remove' && chosen && <RemoveDialog contact={chosen} onClose={close} />}
    </Section>
  )
}

const emailOf = ({ attributes: { email } }: Contact) => email ?? ''

const CHANGES = ['brand-contacts']

function ContactDialog({ contact, onClose }: { contact?: Contact; onClose: () => void }) {
  return (
    <ActionDialog
      title={contact ? text.editTitle : text.addTitle}
      submitWord={contact ? words.save : text.add}
      submit={({ email = '' }) =>
        send<unknown>(() =>
          contact
            ? client.request('PATCH', `${PATH}/{id}`, {
                path: { id: contact.id },
                body: { data: { type: 'brand-contacts', attributes: { email } } },
              })
            : client.request('POST', PATH, {
                body: { data: { type: 'brand-contacts', attributes: { email, purposes: ['finance'] } } },
              }),
        )
      }
      changes={CHANGES}
      onClose={onClose}
    >
      <p>{text.purposeHint}</p>
      <TextField
        name="email"
        type="email"
        label={text.email}
        defaultValue={contact?.attributes.email}
        required
        data-autofocus
      />
    </ActionDialog>
  )
}

function RemoveDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  return (
    <ActionDialog
      title={text.removeTitle(emailOf(contact))}
      submitWord={text.removeSubmit}
      isDangerous
      submit={() => send(() => client.request('DELETE', `${PATH}/{id}`, { path: { id: contact.id } }))}
      changes={CHANGES}
      onClose={onClose}
    >
      <p>{text.removeHint}</p>
    </ActionDialog>
  )
}
