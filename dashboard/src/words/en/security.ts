/** Signing in with more than a password. */
export const security = {
  link: {
    mailedTitle: 'Look at your mail',
    mailed: (email: string) =>
      `Many wrong passwords were given for ${email}, so a password alone is not enough on a new device. If yours was right, we have sent you a link.`,
    mailedForCodes:
      'Many wrong codes were given, so this device needs a link as well. We have sent it to your address. Open it, then enter the code.',
    mailedSandbox:
      'A sandbox sends no mails: sign in as a demo user and open “Mails” in the sandbox bar to read it.',
    title: 'Continue signing in',
    hint: 'You will be signed in in this browser. Do so only if you have just given your password yourself.',
    submit: 'Sign in here',
    goneTitle: 'This link does not work any more',
    gone: 'It was used, is too old, or is incomplete. Sign in again to get a new one.',
  },
  devices: {
    title: 'Known devices',
    hint: 'Where you have signed in before. Wrong passwords that others give for your address do not slow you down there.',
    device: 'Device',
    first: 'First sign-in',
    last: 'Last sign-in',
    forget: 'Forget',
    forgetOf: (device: string) => `Forget ${device}`,
  },
}
