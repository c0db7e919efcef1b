/** Something that is not as it should be. */
export interface Finding {
  check: string
  seen: string
}
