/** The variables that a file of `NAME=value` lines sets; those that are commented out count too. */
export const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
