import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** Marks a refused password for assistive technology, as other inputs of the library do by themselves. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={props.error ? true : undefined} />
)
