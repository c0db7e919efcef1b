/** Corrects the products of an import that failed or were skipped, and sends only them. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FileEntry, OperationType, ValidationRules } from '@tradehall/product-files'
import { useState } from 'react'
import { MAX_RESENT, type ShownOperation, sendProducts, unprocessedQuery } from '../../api/imports-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Problem } from '../../parts/form.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { FixTable, type Flawed } from './fix-table.tsx'
import styles from './imports.module.css'
import { FileWorker } from './worker-client.ts'

const { imports: text } = words

interface ResendDialogProps {
  operation: ShownOperation
  onClose: () => void
}

export function ResendDialog({ operation: { id, attributes }, onClose }: ResendDialogProps) {
  const { data, error } = useQuery({ ...unprocessedQuery(id), staleTime: Number.POSITIVE_INFINITY })
  const [corrected, setCorrected] = useState<ReadonlyMap<string, Pick<Flawed, 'entry' | 'left'>>>(new Map())
  const navigate = useNavigate()
  const { operationType, source, updateFields } = attributes
  const products = (data ?? []).flatMap(({ id, attributes: { entry, issues } }): Flawed[] =>
    entry
      ? [
          {
            key: id,
            entry: entry as unknown as FileEntry,
            issues,
            left: issues as Flawed['left'],
            ...corrected.get(id),
          },
        ]
      : [],
  )
  async function change(key: string, entry: FileEntry) {
    const rules = { operation: operationType as OperationType, source, updateFields }
    const left = await validate(entry, rules)
    setCorrected((before) => new Map(before).set(key, { entry, left }))
  }
  async function send() {
    const sent = await sendProducts(
      products.map(({ entry }) => JSON.stringify(entry)),
      // Which sources there are is for the server to say.
      { operationType, source: source as 'other', updateFields },
    )
    await navigate({ to: paths.import, params: { operationId: sent } })
  }
  return (
    <ActionDialog
      title={text.resendTitle}
      submitWord={text.send(products.length)}
      size="lg"
      isReady={products.length > 0}
      submit={send}
      onClose={onClose}
    >
      <p>{text.resendHint}</p>
      <Problem error={error} />
      <FixTable products={products.filter(({ issues }) => issues.length > 0)} onChange={change} />
      {products.length === MAX_RESENT && <p className={styles.dim}>{text.resendMore(MAX_RESENT)}</p>}
    </ActionDialog>
  )
}

async function validate(entry: FileEntry, rules: ValidationRules) {
  const worker = new FileWorker()
  try {
    return await worker.call('validate', { entry, rules })
  } finally {
    worker.end()
  }
}
