import { conflict, notFound, unprocessable } from '../../http/problems.ts'

/** The operator may see every account, so what is not found does not exist. */
export const unknown = (what: string, id: string) => notFound(`There is no ${what} ${id}.`)

export const emailTaken = (email: string) =>
  unprocessable(`The address ${email} belongs to another user already; each user has one of their own.`, {
    pointer: 'data.attributes.email',
  })

export const foreignUser = (userId: string) =>
  unprocessable(`The user must be one of this account; ${userId} is none.`, {
    pointer: 'data.attributes.userId',
  })

export const alreadyRevoked = (id: string) =>
  conflict(`The application ${id} was revoked, so it gets no new secret. Create another one.`)
