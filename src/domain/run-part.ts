/** A piece of a large run: its number, and which of the run's items it does (`to_item` excluded). */
export type PartRange = { readonly part: number; readonly from_item: number; readonly to_item: number }
