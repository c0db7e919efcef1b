export { BadFile, type Figures, type Flaw, type FlawCode } from './bad-file.ts'
export { cellOf } from './cell-of.ts'
export {
  type CheckedEntry,
  checkEntry,
  combinationOf,
  type Entry,
  type EntryRules,
  externalIdOf,
  type Verdict,
} from './check.ts'
export { COLUMNS, type Column } from './columns.ts'
export { isCountry } from './countries.ts'
export { toFraction, toMinorUnits } from './decimals.ts'
export { USUAL_UNITS } from './enumerations.ts'
export type { FileEntry, FileItem, FileNote } from './file-item.ts'
export { type Issue, type IssueCode, invalid, variantField } from './issues.ts'
export { nearestNames } from './nearest-names.ts'
export { unambiguous } from './number-text.ts'
export { OPERATION_TYPES, type OperationType } from './operation-types.ts'
export {
  isSheet,
  openProductFile,
  type ProductFile,
  type ReadOptions,
  readItems,
  readRows,
} from './product-file.ts'
export { recogniseColumns } from './recognised-columns.ts'
export { rowsOf, type SentEntry, type SheetRow } from './rows-of.ts'
export { createValidator, type Finding, scan, type ValidationRules } from './scan.ts'
export {
  type Attributes,
  attributesSchema,
  country,
  isWebAddress,
  MAX_INTEGER,
  MAX_NAME,
  MAX_VARIANTS,
  ownName,
  percent,
  type Shape,
  type VariantAttributes,
} from './schema.ts'
export { type Headers, missingColumns } from './sheet-entries.ts'
export { ENCODINGS, type Encoding } from './text.ts'
export { type StorableEntries, toStorable } from './texts.ts'
export { ANY_SOURCE, isObject, NUMBERED_PLATFORMS, touchedMembers, UPDATE_FIELDS } from './touched.ts'
export { withCell } from './with-cell.ts'
export type { OnProgress } from './xlsx.ts'
