/** Reads the search parameters of addresses, which anyone may have typed. */

/** The texts of these names. The router takes digits for a number. */
export const textsIn = <Name extends string>(search: Record<string, unknown>, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  ) as { [N in Name]?: string }

/** The parameter of this name, if it is one of the values. */
export const choiceIn = <Name extends string, const Value extends string>(
  search: Record<string, unknown>,
  name: Name,
  values: readonly Value[],
): { [N in Name]?: Value } => {
  const chosen = values.find((value) => value === search[name])
  return (chosen === undefined ? {} : { [name]: chosen }) as { [N in Name]?: Value }
}
