/** The number of values of a filter: larger than any page, and the maximum number of repetitions in a query string. */
export const FILTER_VALUES = { min: 1, max: 200 }
