/** A text in which addresses of this server can be clicked; everything else stays text. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/)
  return parts.map((part, i) =>
    i % 2 === 1 && part.startsWith(`${location.origin}/`) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <a key={i} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
