/** Undefined if what was typed is no quantity. */
export function parseQuantity(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : undefined
}
