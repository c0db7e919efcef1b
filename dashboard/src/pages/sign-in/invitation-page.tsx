import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { NotFoundError } from '@tradehall/client'
import { client } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import styles from './card.module.css'
import { Card } from './card.tsx'
import { NewPassword } from './new-password.tsx'

const { invitation } = words

export function InvitationPage() {
  const { token } = getRouteApi('/invitation/$token').useParams()
  const { data, error } = useQuery({
    queryKey: ['invitations', token],
    queryFn: () =>
      client.request('POST', '/api/v1/invitations/-actions/read', {
        body: { data: { type: 'invitations', attributes: { token } } },
      }),
    throwOnError: (error) => !(error instanceof NotFoundError),
  })
  if (error)
    return (
      <Card title={invitation.goneTitle} hint={invitation.gone}>
        <Link to={paths.signIn} className={styles.below}>
          {words.forgot.back}
        </Link>
      </Card>
    )
  if (!data)
    return (
      <Card title={words.product}>
        <Skeleton height={120} />
      </Card>
    )
  const { email, firstName, accountName, role } = data.data.attributes
  return (
    <NewPassword
      title={invitation.title(accountName)}
      hint={invitation.hint(firstName, words.roles[role] ?? role, email)}
      email={email}
      label={invitation.password}
      submitWord={invitation.submit}
      submit={async (password) => {
        const { data } = await client.request('POST', '/api/v1/invitations/-actions/accept', {
          body: { data: { type: 'invitations', attributes: { token, password } } },
        })
        return data
      }}
    />
  )
}
