/** The members of the customs union of the European Union, with Monaco. */
const UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

/** Whether a shipment between two countries requires a customs declaration. */
export const crossesCustoms = (from: string, to: string): boolean =>
  from !== to && !(UNION.has(from) && UNION.has(to))
