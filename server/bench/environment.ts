/** The environment without the settings of the user's shell, which must not affect the measurement. */
export function foreignEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRADEHALL_')))
}
