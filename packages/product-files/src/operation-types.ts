/** What a bulk operation does with the products that it is sent. */
export const OPERATION_TYPES = ['import', 'update', 'delete'] as const
export type OperationType = (typeof OPERATION_TYPES)[number]
