/** Settings in the shell of whoever runs the bench must not change what is measured. */
export function foreignEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRADEHALL_')))
}
