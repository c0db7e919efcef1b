/** The filters of brands and retailers. */

import type { AccountsSearch } from '../../api/accounts-queries.ts'
import type { Changes } from '../../api/list-pages.ts'
import { COUNTRIES } from '../../parts/countries.ts'
import { ChoiceFilter, Filters, SearchField } from '../../parts/filters.tsx'
import { words } from '../../words/index.ts'

const { accounts: text } = words

interface AccountFiltersProps {
  /** The label of the search field. */
  label: string
  search: AccountsSearch
  change: (changed: Changes<AccountsSearch>) => void
  hasSegment?: boolean
}

export const AccountFilters = ({ label, search, change, hasSegment }: AccountFiltersProps) => (
  <Filters label={text.filters}>
    <SearchField label={label} value={search.q} onChange={(q) => change({ q })} />
    {hasSegment && (
      <SearchField label={text.segment} value={search.segment} onChange={(segment) => change({ segment })} />
    )}
    <ChoiceFilter
      label={text.country}
      all={text.allCountries}
      value={search.country}
      choices={COUNTRIES}
      onChange={(country) => change({ country })}
    />
    <ChoiceFilter
      label={text.state}
      all={text.allStates}
      value={search.state}
      choices={Object.entries(text.states).map(([value, label]) => ({ value, label }))}
      onChange={(state) => change({ state: state as AccountsSearch['state'] })}
    />
  </Filters>
)
