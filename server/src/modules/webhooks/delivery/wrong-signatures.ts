/** Signatures that are not those of the message, for receivers that must refuse them: each looks like the right one in some way. */

const WRONG = {
  empty: () => '',
  one_character: (right) => right.slice(0, 1),
  // A whole byte of hexadecimal and a whole group of base64, whose last sign may be left out.
  truncated: (right) => right.slice(0, -4),
  half_right: (right) => right.slice(0, right.length / 2) + otherSigns(right.slice(right.length / 2)),
  // Before the end of base64, because lenient decoders ignore what follows it.
  with_tail: (right) => (right.endsWith('=') ? `${right.slice(0, -1)}AAAAA` : `${right}00`),
} satisfies Record<string, (right: string) => string>

export type Wrong = keyof typeof WRONG

export const WRONG_SIGNATURES = Object.keys(WRONG) as readonly Wrong[]

/** Changes each signature of each header; everything around it stays. */
export function spoilSignatures(headers: Record<string, string>, how: Wrong): Record<string, string> {
  const spoil = WRONG[how]
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name === 'webhook-signature')
        return [name, value.replaceAll(/v1,(\S+)/g, (_, right: string) => `v1,${spoil(right)}`)]
      return [name, name.startsWith('webhook-') ? value : spoil(value)]
    }),
  )
}

/** Signs of hexadecimal and of base64, none of them the one that was there. */
const otherSigns = (text: string) => text.replaceAll(/[^=]/g, (sign) => (sign === '0' ? '1' : '0'))
