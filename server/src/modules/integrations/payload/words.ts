/** The fixed words of the payload. */

/** The frozen one is published in two spellings; what was sent is what is stored. */
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

export const LENGTH_UNITS = ['mm', 'cm', 'dm', 'm', 'in'] as const
/** Litres are written with either letter. */
export const CAPACITY_UNITS = ['mL', 'cL', 'dL', 'L', 'ml', 'cl', 'dl', 'l'] as const
export const WEIGHT_UNITS = ['mg', 'g', 'kg', 'oz', 'lb'] as const
