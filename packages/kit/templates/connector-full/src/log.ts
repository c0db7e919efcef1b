/** One JSON object a line. Give it ids and messages, never settings or headers: those have secrets. */
export function log(level: 'info' | 'warn' | 'error', message: string, details: object = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...details })}\n`)
}
