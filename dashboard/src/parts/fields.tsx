/** Fields and the button of a form. Their errors, first values and the wait come from the form around them. */
import {
  Button,
  type ButtonProps,
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { words } from '../words/index.ts'
import { useField, useForm } from './form-state.ts'

type Named<Props> = Props & { name: string }

export const TextField = (props: Named<TextInputProps>) => <TextInput {...useField(props.name)} {...props} />

export const AreaField = (props: Named<TextareaProps>) => <Textarea {...useField(props.name)} {...props} />

export const SelectField = (props: Named<NativeSelectProps>) => (
  <NativeSelect {...useField(props.name)} {...props} />
)

export function PasswordField(props: Named<PasswordInputProps>) {
  const field = useField(props.name)
  // Other inputs of the library say by themselves that they are wrong.
  return <PasswordInput {...field} {...props} aria-invalid={field.error ? true : undefined} />
}

/** Can be pressed when something was changed. It keeps the focus, which a button that is disabled would lose. */
export function Save(props: Omit<SubmitProps, 'children'>) {
  const isClean = useForm().isDirty === false
  return (
    <Submit
      {...props}
      aria-disabled={isClean}
      {...(isClean && { 'data-disabled': true })}
      onClick={(event) => isClean && event.preventDefault()}
    >
      {words.save}
    </Submit>
  )
}

interface SubmitProps
  extends ButtonProps,
    Pick<ComponentPropsWithoutRef<'button'>, 'aria-label' | 'aria-disabled' | 'onClick'> {
  children: ReactNode
  'data-autofocus'?: true | undefined
}

export const Submit = (props: SubmitProps) => (
  <Button type="submit" variant="filled" loading={useForm().isPending} {...props} />
)
