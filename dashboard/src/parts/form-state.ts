/** What a form tells its fields. It is apart from them, as forms are part of the first load and fields are not. */
import { createContext, useContext } from 'react'

/** What the fields of a form hold, by their names. */
export type Values = Record<string, string>

/** By the names of the fields: their errors, and with what they begin where one form has it for all. */
interface FormState {
  isPending: boolean
  errors: Values
  values?: Values | undefined
  /** Of a form of stored values: whether they were changed. */
  isDirty?: boolean | undefined
  /** Says that something else than an input has changed. */
  touch?: (() => void) | undefined
}

const FormContext = createContext<FormState>({ isPending: false, errors: {} })
export const FormProvider = FormContext.Provider
export const useForm = () => useContext(FormContext)

export function useField(name: string) {
  const { errors, values } = useForm()
  return { error: errors[name], ...(values && { defaultValue: values[name] }) }
}
