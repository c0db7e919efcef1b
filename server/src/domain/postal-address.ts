/** A postal address, wherever one is kept or sent. */
export interface Address {
  name?: string | null
  organisationName?: string | null
  street: string
  city: string
  postalCode: string
  countryCode: string
}

/**
 * With every member and no other: what was left out is null, or what the caller knows better. The one place where an
 * address gets its form.
 */
export function wholeAddress(
  { name, organisationName, street, city, postalCode, countryCode }: Address,
  names: Pick<Address, 'name' | 'organisationName'> = {},
): Address {
  return {
    name: name ?? names.name ?? null,
    organisationName: organisationName ?? names.organisationName ?? null,
    street,
    city,
    postalCode,
    countryCode,
  }
}
