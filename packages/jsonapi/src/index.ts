export { parseBoundedJson } from './bounded-json.ts'
export { type DeclaredCode, declaredCodes, type MistakeCode } from './codes.ts'
export { editDistance } from './edit-distance.ts'
export {
  type ErrorObject,
  type ErrorSource,
  errorDocument,
  joinProblems,
  oauthProblem,
  Problem,
  type ProblemKind,
  type ProblemOptions,
  problem,
} from './errors.ts'
export { exampleOf } from './example.ts'
export type { FilterSpec, OperatorFilter, ValueFilter, ValueSpec } from './filter.ts'
export type { IncludeTree, ResourceLookup } from './include-tree.ts'
export type { Loader } from './includes.ts'
export {
  type CheckResult,
  compileCheck,
  compileInput,
  type InputData,
  type InputDocument,
  ignoredMembers,
  ignoredMeta,
  type RequestOptions,
  requestData,
  requestDocument,
  resourceIdentifier,
  toManyLinkage,
  toOneLinkage,
} from './input.ts'
export type { Mistake } from './mistakes.ts'
export { acceptsExtension, acceptsJsonApi, isJsonApi, JSON_API, type Negotiation } from './negotiation.ts'
export { acceptNulls } from './nulls.ts'
export {
  type CursorNames,
  type CutPage,
  cutPage,
  defaultCursorNames,
  type PageLinks,
  type PageMeta,
  type PageQuery,
  pageLinks,
} from './page.ts'
export {
  type OffsetMeta,
  type OffsetPage,
  type OffsetSpec,
  offsetMeta,
  offsetMetaSchema,
  offsetParameters,
  pageNumberParameters,
  readOffset,
  readPageNumber,
} from './page-offset.ts'
export type { PageSpec } from './page-parameters.ts'
export { type OpenApiParameter, queryParameters } from './parameters.ts'
export type { ParameterSpec } from './plain-parameters.ts'
export { compileQuery, emptyQuery, type Query, type QuerySpec } from './query.ts'
export { formatQuery } from './query-format.ts'
export { createRenderer, type RenderedParts, type Renderer, type RenderRequest } from './renderer.ts'
export {
  type Attribute,
  type AttributeOptions,
  type AttributesOf,
  attribute,
  type Codec,
  instantMicros,
  instantMillis,
  instantOffset,
  instantSeconds,
  type LinkedRelationship,
  nullable,
  type Relationship,
  type RelationshipOptions,
  type RelationshipPath,
  type Resource,
  type ResourceDeclaration,
  type ResourceMeta,
  type RowOf,
  resource,
  type ToMany,
  type ToManySource,
  type ToOne,
  toMany,
  toOne,
} from './resource.ts'
export {
  type DocumentOptions,
  documentSchema,
  errorSchema,
  jsonApiMember,
  type ResourceOptions,
  resourceSchema,
} from './schema.ts'
export type { RenderForm } from './serializer.ts'
export type { SortField, SortSpec } from './sort.ts'
export { REFUSE_STRAYS } from './stray-members.ts'
export { eachUnknown, KEEP_OTHERS, mayIgnore, type Path } from './unknown-members.ts'
export { mayHoldFlawedText, textFlaw } from './unstorable-texts.ts'
export { UUID, uuid } from './uuids.ts'
export { cutText, describeSeen } from './wording.ts'
