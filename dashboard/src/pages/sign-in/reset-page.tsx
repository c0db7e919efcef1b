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

const { reset } = words

export function ResetPage() {
  const { token } = getRouteApi('/reset/$token').useParams()
  const body = (attributes: { token: string }) => ({ data: { type: 'password-resets', attributes } }) as const
  const { data, error } = useQuery({
    queryKey: ['password-resets', token],
    queryFn: () => client.request('POST', '/api/v1/password-resets/-actions/read', { body: body({ token }) }),
    throwOnError: (error) => !(error instanceof NotFoundError),
  })
  if (error)
    return (
      <Card title={reset.goneTitle} hint={reset.gone}>
        <Link to={paths.forgot} className={styles.below}>
          {reset.again}
        </Link>
      </Card>
    )
  if (!data)
    return (
      <Card title={reset.title}>
        <Skeleton height={120} />
      </Card>
    )
  const { email } = data.data.attributes
  return (
    <NewPassword
      title={reset.title}
      hint={reset.hint(email)}
      email={email}
      label={reset.password}
      submitWord={reset.submit}
      submit={async (password) => {
        const { data } = await client.request('POST', '/api/v1/password-resets/-actions/complete', {
          body: { data: { type: 'password-resets', attributes: { token, password } } },
        })
        return data
      }}
    />
  )
}
