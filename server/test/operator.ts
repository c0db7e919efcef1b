/** Requests of an operator, for tests. */
import type { Answer, Market } from './market.ts'

export interface Operator {
  send(method: string, path: string, body?: unknown): Promise<Answer>
  create(path: string, type: string, attributes: object, id?: string): Promise<Answer>
  /** The id in the body is that of the path by default. */
  change(path: string, type: string, attributes: object, bodyId?: string): Promise<Answer>
}

export function operatorOf(shop: Market): Operator {
  const send: Operator['send'] = (method, path, body) =>
    shop.send(method, `/api/operator/v1${path}`, { as: 'operator', body })
  return {
    send,
    create: (path, type, attributes, id) =>
      send('POST', path, { data: { type, ...(id && { id }), attributes } }),
    change: (path, type, attributes, bodyId = path.split('/').at(-1)) =>
      send('PATCH', path, { data: { type, id: bodyId, attributes } }),
  }
}
