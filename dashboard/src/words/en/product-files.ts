/** What is wrong with files of products, and with products: a sentence for each code, and what columns are called. */
import { plural } from './plural.ts'

type Figures = Readonly<Record<string, unknown>>

/** What a column holds. */
type Kind = 'text' | 'amount' | 'number' | 'boolean' | 'tags' | 'images' | 'options'

type Sentence = (figures: Figures, kind: Kind | undefined) => string

interface Numbers {
  column?: string
  text: string
  decimal: string
  whole: string
}

interface FailedFormula {
  column: string
  value: string
}

const says =
  (sentence: string): Sentence =>
  () =>
    sentence

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const count = (value: unknown) => (typeof value === 'number' ? value : 0)
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const columns: Record<string, string> = {
  id: 'Id of the product',
  external_id: 'Your product number',
  name: 'Name',
  description: 'Description',
  currency: 'Currency',
  wholesale_price: 'Wholesale price',
  retail_price: 'Retail price',
  vat_rate: 'VAT in percent',
  discount_rate: 'Discount in percent',
  unit_multiplier: 'Pieces in a pack',
  main_image: 'First picture',
  images: 'More pictures',
  tags: 'Tags',
  hs_code: 'Customs number',
  made_in_country: 'Made in',
  shelf_life_days: 'Shelf life in days',
  storage_temperature: 'Storage temperature',
  width: 'Width',
  height: 'Height',
  length: 'Length',
  dimensions_unit: 'Unit of the size',
  capacity: 'Capacity',
  capacity_unit: 'Unit of the capacity',
  weight: 'Weight',
  weight_unit: 'Unit of the weight',
  variants: 'Variants',
  variant_sku: 'SKU',
  variant_external_id: 'Your variant number',
  variant_ian: 'Bar code',
  variant_stock_quantity: 'Packs in stock',
  variant_is_always_in_stock: 'Always in stock',
  variant_inventory_policy: 'Sell without stock',
  variant_options: 'Options of the variant',
  variant_wholesale_price: 'Wholesale price of the variant',
  variant_retail_price: 'Retail price of the variant',
  variant_discount_rate: 'Discount of the variant in percent',
  variant_images: 'Pictures of the variant',
  variant_width: 'Width of the variant',
  variant_height: 'Height of the variant',
  variant_length: 'Length of the variant',
  variant_dimensions_unit: 'Unit of the size of the variant',
  variant_capacity: 'Capacity of the variant',
  variant_capacity_unit: 'Unit of the capacity of the variant',
  variant_weight: 'Weight of the variant',
  variant_weight_unit: 'Unit of the weight of the variant',
}

const nameOf = (column: unknown) => columns[text(column)] ?? text(column)

/** What a value of a column has to be. */
const valueExpected: Sentence = (_figures, kind) => {
  switch (kind) {
    case 'number':
    case 'amount':
      return 'Enter a number.'
    case 'boolean':
      return 'Enter yes or no.'
    case 'images':
      return 'Enter web addresses that begin with https://, with a space between them.'
    case 'options':
      return 'Enter options such as color=Ivory; size=20 cm.'
    default:
      return 'This is not possible here. Check how it is written.'
  }
}

/** About one product. Those of single values are said like anywhere else, unless a file has better words for them. */
const issues: Record<string, Sentence> = {
  VALUE_MISSING: says('This is missing. Fill it in.'),
  VALUE_INVALID: valueExpected,
  VALUE_NOT_LISTED: ({ allowed }) =>
    texts(allowed).length === 0
      ? 'This value is not known. Check how it is written.'
      : `Enter one of these: ${texts(allowed).join(', ')}.`,
  FORMAT_INVALID: (figures, kind) =>
    kind === 'text' ? 'Check how this is written.' : valueExpected(figures, kind),
  LIST_TOO_SHORT: says('A product needs at least one variant.'),
  LIST_TOO_LONG: ({ maxItems }) => `There can be at most ${count(maxItems)}.`,
  MEMBER_UNKNOWN: says('Nobody knows what this is. Remove it, or check how it is written.'),
  NOTHING_TO_CHANGE: says('Nothing is given that could be changed.'),
  TEXT_FLAWED: says('This text has a character that cannot be stored. Write it again.'),
  PRICE_MISSING: says('A price is missing. Give one to the product, or to each of its variants.'),
  STOCK_MISSING: says('Enter how many packs are in stock, or say that it is always in stock.'),
  OPTIONS_MISSING: says('Say what makes this variant different from the others, such as color=Ivory.'),
  OPTION_REPEATED: ({ name }) => `“${text(name)}” is given twice. Keep one of them.`,
  OPTIONS_TAKEN: says('Another variant has the same options. Each needs its own.'),
  SKU_TAKEN: ({ sku, product }) =>
    product === undefined
      ? `The SKU ${text(sku)} is used twice. Each variant needs its own.`
      : `The product “${text(product)}” has the SKU ${text(sku)} already. Choose another one.`,
  SKU_UNKNOWN: ({ sku }) => `This product has no variant with the SKU ${text(sku)}.`,
  CURRENCY_OF_ANOTHER_BRAND: ({ currency }) =>
    `Your prices are in ${text(currency)}. Enter ${text(currency)}.`,
  IMAGE_PLACE_TAKEN: ({ order }) => `Two pictures have the place ${count(order)}. Give each its own.`,
  IMAGE_UNREACHABLE: says('No picture could be downloaded from this address. Check it, or use another one.'),
  STOCK_NOT_COUNTED: says(
    'A variant that is always in stock cannot be sold beyond its stock. Leave this empty.',
  ),
  PRODUCT_UNKNOWN: ({ product }) => `Your catalog has no product “${text(product)}”.`,
  PRODUCT_DELETED: ({ product }) =>
    `The product “${text(product)}” was archived. Import it again to bring it back.`,
  VARIANT_DELETED: ({ sku }) =>
    `The variant with the SKU ${text(sku)} was archived. Import it again to bring it back.`,
  VARIANT_INCOMPLETE: ({ sku }) =>
    `This product has no variant with the SKU ${text(sku)}. Correct the SKU, or fill in everything that a new variant needs.`,
}

/** About lines of a file, or all of it. */
const flaws: Record<string, (figures: Figures) => string> = {
  FILE_KIND_UNKNOWN: () => 'This file cannot be read. Save it as CSV, XLSX, JSON Lines or JSON.',
  FILE_EMPTY: () => 'The file is empty.',
  TEXT_NOT_DECODED: () =>
    'Some letters cannot be read. Choose another text encoding, or save the file as UTF-8.',
  COLUMNS_WRONG: () =>
    'Not every column that is needed is there, or one is there twice. Choose the columns again.',
  COLUMNS_TOO_MANY: () => 'This row has too many columns.',
  CELL_TOO_LONG: () => 'This row has a cell with too much text.',
  CELL_WITHOUT_COLUMN: ({ cell, columns }) =>
    `Cell ${count(cell)} belongs to no column: there are only ${count(columns)}. Is a quotation mark missing?`,
  FORMULA_FAILED: ({ cells }) =>
    (Array.isArray(cells) ? (cells as readonly FailedFormula[]) : [])
      .map(
        ({ column, value }) =>
          `“${nameOf(column)}” has a formula that does not work: it shows ${value}. Correct it, or empty the cell.`,
      )
      .join(' '),
  ROW_TOO_LONG: () => 'This row does not end. Is a quotation mark missing?',
  ROW_WITHOUT_ID: () => 'This row has neither a product number nor a SKU.',
  QUOTE_MISPLACED: () =>
    'A cell has a quotation mark in its middle. Put the whole cell in quotation marks and double the one inside.',
  QUOTE_UNCLOSED: () => 'A quotation mark is opened here and never closed.',
  VALUES_DIFFER: ({ column, line }) =>
    `“${nameOf(column)}” differs from line ${count(line)}, which belongs to the same product. Leave it empty, or repeat the value.`,
  VARIANTS_TOO_MANY: ({ most }) => `A product can have ${plural(count(most), 'variant')} at most.`,
  NUMBER_AMBIGUOUS: ({ numbers }) =>
    (Array.isArray(numbers) ? (numbers as readonly Numbers[]) : [])
      .map(
        ({ column, text, decimal, whole }) =>
          `“${nameOf(column)}”: ${text} may mean ${decimal} or ${whole}. Write one of these.`,
      )
      .join(' '),
  ID_WRONG: ({ maxLength }) => `The product needs an id of at most ${plural(count(maxLength), 'character')}.`,
  PRODUCT_TOO_LARGE: () => 'This product is too large to be sent.',
  PRODUCT_UNREADABLE: () => 'No product can be read here.',
  LIST_EXPECTED: () => 'The file has to be a list of products, from [ to ], and nothing else.',
  LIST_CUT_OFF: () => 'The file ends too early: a part of it is missing.',
  WORKBOOK_UNREADABLE: () => 'This workbook is damaged. Save it again as XLSX or CSV.',
  WORKBOOK_TOO_LARGE: () => 'This workbook is too large. Save it as CSV.',
  WORKBOOK_PROTECTED: () => 'This workbook is protected by a password. Save it without one.',
}

export const productFiles = {
  columns,
  issues,
  flaws,
  /** For results of before, which have no code. */
  unknownIssue: 'This is missing or not possible. Check it.',
  unreadable: 'The file cannot be read. Choose it again, or save it once more.',
  atLine: (line: number, sentence: string) => `Line ${line}: ${sentence}`,
  about: (column: string, sentence: string) => `${column}: ${sentence}`,
  note: (
    column: string,
    line: number,
    read: { written: string; number: number; example: string; exampleLine: number },
  ) =>
    `“${column}”, line ${line}: ${read.written} is read as ${read.number}, because line ${read.exampleLine} has ${read.example}.`,
}
