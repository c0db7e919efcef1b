/** The number that trade knows an article by, an EAN of thirteen digits: the last one checks the others. */
export function isArticleNumber(text: string): boolean {
  if (!/^[0-9]{13}$/.test(text)) return false
  let sum = 0
  for (let i = 0; i < 13; i++) sum += Number(text[i]) * (i % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}
