/** A valid EAN-13 from the range that is reserved for use within a company, so that it belongs to no real product. */
export function internalIan(number: number): string {
  const digits = `2${String(number % 1e11).padStart(11, '0')}`
  return `${digits}${checkDigit(digits)}`
}

function checkDigit(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3)
  return (10 - (sum % 10)) % 10
}
