import type { ToolCommand } from '../tool-command.ts'

export const listenCommand: ToolCommand = {
  usage: 'listen',
  description: 'forward the webhook deliveries of an application to a URL on this machine',
  options: [
    {
      flags: '--forward <address>',
      description: 'POST each delivery, signed, to this URL; without it they are only printed',
    },
    { flags: '--events <names>', description: 'only these events, separated by commas' },
    { flags: '--print-secret', description: 'print the signing secret and exit' },
  ],
  help: `
No subscription is needed, and existing subscriptions still receive their deliveries. Deliveries are forwarded one at a
time, in the order of their events, and are signed with a secret that never changes for an application. After a lost
connection, the events since then are forwarded. A delivery that the receiver fails is not retried.

Exit codes: 0 after Ctrl-C, 1 when it cannot continue.
`,
  run: async ({ options, environment, stop }) =>
    await (await import('./listen.ts')).listen(options, environment, stop),
}
