import type { ComponentPropsWithRef } from 'react'
import { words } from '../words/index.ts'

export const DateButton = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...props}>
    {words.sandbox.toDate}
  </button>
)
