export { type OperationEntry, operationIndex, operationText, operationTexts } from './operation-text.ts'
export {
  type DescribedOperation,
  type DescribedParameter,
  type DescribedResponse,
  type LocatedOperation,
  locatedOperations,
  type Methods,
  type OpenApiDocument,
  type Referable,
  type Requirement,
  resolve,
  type Schema,
} from './parsed-document.ts'
