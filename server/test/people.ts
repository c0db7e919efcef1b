/** HTTP basic authentication headers of users, for tests. */
export interface BasicHeader extends Record<string, string> {
  authorization: string
}

export const asPerson = ({ email, password }: { email: string; password: string }): BasicHeader => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})
