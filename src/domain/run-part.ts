/** A part of a large run: its number, and the range of items it covers (`to_item` excluded). */
export type PartRange = { readonly part: number; readonly from_item: number; readonly to_item: number }
