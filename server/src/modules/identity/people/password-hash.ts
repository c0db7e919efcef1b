/** A slow hash, because passwords are chosen by people. Imported on first use, because most processes never need it. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return await hash(password)
}

export async function isPassword(hash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  return await verify(hash, password)
}
