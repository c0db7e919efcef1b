/** The discount rules of one brand, as part of its page. They are edited on the page of all rules. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { discountsQuery } from '../../api/discounts-queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import { List } from '../../parts/list.tsx'
import { Empty, Section } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { ruleColumns } from './rule-columns.tsx'

const { discounts: text } = words.accounts

export function DiscountRules({ brand }: { brand: string }) {
  const page = useQuery(discountsQuery({ brand }))
  const now = useServerNow()
  return (
    <Section
      title={text.title}
      isTitleHidden
      hint={text.previewHint}
      actions={
        <Button component={Link} to={paths.discounts} search={{ brand, dialog: 'create' } as never}>
          {text.create}
        </Button>
      }
    >
      <List
        label={text.title}
        columns={ruleColumns(now, { hasBrand: false })}
        idOf={({ id }) => id}
        page={page}
        empty={<Empty>{text.none}</Empty>}
      />
    </Section>
  )
}
