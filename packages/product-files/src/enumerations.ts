/** The enumerated values of the payload. */

/** The specification publishes the tag for frozen products in two spellings; each is stored as it was sent. */
export const TAGS = [
  'tags_fresh_product',
  'tags_frozen_product',
  'tags_frozen_produc',
  'tags_organic',
  'tags_handmade',
  'tags_eco_friendly',
  'tags_zero_waste',
  'tags_cruelty_free',
  'tags_bestseller',
  'tags_vegan',
  'tags_contains_alcohol',
] as const

export const CURRENCIES = ['EUR', 'GBP', 'SEK'] as const
export const OPTION_NAMES = ['color', 'size', 'material', 'style'] as const
export const TEMPERATURES = [
  'controlled',
  'fresh',
  'frozen',
  'ultra_fresh_highly_perishable',
  'ultra_fresh_strict_chilled',
] as const

/**
 * Common abbreviations of units, and the codes of UN/ECE Recommendation 20, which shop platforms and ERP systems export.
 * A measure is stored and rendered with the unit that was sent, so no conversion is needed.
 */
export const LENGTH_UNITS = [
  ...['mm', 'cm', 'dm', 'm', 'in', 'ft', 'yd'],
  // Metric, from micrometre to kilometre; then inch, foot and yard.
  ...['4H', 'MMT', 'CMT', 'DMT', 'MTR', 'A45', 'HMT', 'KMT', 'INH', 'FOT', 'YRD'],
] as const
export const CAPACITY_UNITS = [
  // Both spellings of the litre are common.
  ...['mL', 'cL', 'dL', 'L', 'ml', 'cl', 'dl', 'l'],
  // Microlitre to kilolitre; then cubic millimetre to cubic metre.
  ...['4G', 'MLT', 'CLT', 'DLT', 'LTR', 'A44', 'HLT', 'K6', 'MMQ', 'CMQ', 'DMQ', 'MTQ'],
  // Cubic inch, foot and yard; then fluid ounce, pint, quart and gallon of the US and of the UK.
  ...['INQ', 'FTQ', 'YDQ', 'OZA', 'OZI', 'PTL', 'PTI', 'QTL', 'QTI', 'GLL', 'GLI'],
] as const
export const WEIGHT_UNITS = [
  ...['mg', 'g', 'kg', 'oz', 'lb'],
  // Microgram to tonne, then the quintal.
  ...['MC', 'MGM', 'CGM', 'DG', 'GRM', 'DJ', 'HGM', 'KGM', 'TNE', 'DTN'],
  // Grain, ounce, troy ounce, pound, stone, hundredweight of the UK and the US, long and short ton.
  ...['GRN', 'ONZ', 'APZ', 'LBR', 'STI', 'CWI', 'CWA', 'LTN', 'STN'],
] as const

/** For measures that are sent without a unit: those of the specification's samples. */
export const USUAL_UNITS = { dimensions: 'cm', capacity: 'L', weight: 'kg' } as const
