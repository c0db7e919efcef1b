/** A postal address, as it is stored and sent. */
export interface Address {
  name?: string | null
  organisationName?: string | null
  street: string
  city: string
  postalCode: string
  countryCode: string
}

/**
 * Returns the address with exactly the members of `Address`. Absent names are taken from `names`, or null. All addresses
 * are normalized here.
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
