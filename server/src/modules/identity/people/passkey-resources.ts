/** The resources of passkeys, and the bodies of requests about them. */
import {
  attribute,
  instantMicros,
  KEEP_OTHERS,
  nullable,
  requestDocument,
  resource,
} from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute } from '../../../domain/attributes.ts'
import { text } from '../../../domain/fields.ts'
import type { PasskeyOptions, PasskeyView } from './passkeys.ts'

const name = text(60, 'Phone', 'What the user calls it.')

export const passkey = resource<PasskeyView>()({
  name: 'passkey',
  type: 'passkeys',
  description: 'A passkey of the user. Its times are real times.',
  attributes: {
    name: attribute(name, 'name'),
    host: textAttribute(
      'market.example.test',
      'host',
      'The host of the public URL when it was added. It works there alone.',
    ),
    createdAt: attribute(instantMicros, 'created_at', { description: 'When it was added.' }),
    lastUsedAt: attribute(nullable(instantMicros), 'last_used_at', {
      description: 'When it was used last; null for never.',
    }),
    recoveryCodes: attribute(
      nullable(Type.Array(Type.String({ examples: ['k7m2q-9xw4d'] }))),
      'recoveryCodes',
      { description: 'Codes for the loss of all passkeys, shown once, with the first one.' },
    ),
  },
})

export const passkeyOptions = resource<PasskeyOptions>()({
  name: 'passkeyOptions',
  type: 'passkey-options',
  description:
    'What a browser is asked for, with a challenge that is good for five minutes and for one answer.',
  attributes: {
    options: attribute(
      Type.Object(
        {},
        { additionalProperties: true, examples: [{ challenge: 'q0Zb…', rpId: 'market.example.test' }] },
      ),
      ({ options }) => options as object,
      {
        description:
          'For `navigator.credentials.get` or `create`, as JSON (`PublicKeyCredential.parseRequestOptionsFromJSON`, `parseCreationOptionsFromJSON`).',
      },
    ),
  },
})

/** Browsers add members to it over time. */
const response = Type.Object(
  {},
  {
    ...KEEP_OTHERS,
    description: 'The answer of the browser, `PublicKeyCredential.toJSON()`.',
    examples: [{ id: 'AbC…', rawId: 'AbC…', type: 'public-key', response: {}, clientExtensionResults: {} }],
  },
)

export const addPasskeyBody = requestDocument(passkey, {
  closed: true,
  id: 'none',
  attributes: { name, response },
  required: ['name', 'response'],
})

export const renamePasskeyBody = requestDocument(passkey, {
  closed: true,
  id: 'path',
  attributes: { name },
  required: ['name'],
})

export const usePasskeyBody = requestDocument(passkey, {
  closed: true,
  id: 'none',
  attributes: { response },
  required: ['response'],
})
