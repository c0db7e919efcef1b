/** Attributes are optional in the types of answers, because `fields[…]` can leave them out; without it all are there. */
export type Whole<R> = R extends { attributes: infer A }
  ? Omit<R, 'attributes'> & { attributes: Required<A> }
  : never

export const whole = <R extends { attributes: object }>(resource: R): Whole<R> =>
  resource as unknown as Whole<R>
