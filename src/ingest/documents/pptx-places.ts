/** Left, top, width and height, in the units of a deck. */
type Box = readonly [number, number, number, number]
type Attributes = Readonly<Record<string, unknown>>
/** `inner`: the box, in the coordinates of a group's shapes, that its own box shows. */
type Shape = { readonly around: Shape | null; box: Box | null; inner: Box | null; isOutside: boolean }

const SHAPES = new Set(['p:sp', 'p:graphicFrame', 'p:grpSp', 'p:cxnSp', 'p:pic'])
const PLACES = new Set(['a:xfrm', 'p:xfrm'])

/**
 * Tells, while a slide is parsed, whether a shape lies outside it, where only who edits it sees it (ECMA-376, part 1,
 * 20.1.7.6). What turns or moves is taken to be seen. `size`: width and height of the slide; unknown in a deck without
 * them.
 */
export function createPlaces(size: readonly [number, number] | null, moves: boolean) {
  let shape: Shape | null = null
  let place: Map<string, readonly [number, number]> | null = null
  const open = (name: string, attributes: Attributes): void => {
    if (SHAPES.has(name)) shape = { around: shape, box: null, inner: null, isOutside: shape?.isOutside ?? false }
    else if (PLACES.has(name)) place = moves || attributes.rot !== undefined ? null : new Map()
    else if (/^a:(?:ch)?Off$|^a:off$/.test(name)) place?.set(name, [figure(attributes.x), figure(attributes.y)])
    else if (/^a:(?:chE|e)xt$/.test(name)) place?.set(name, [figure(attributes.cx), figure(attributes.cy)])
  }
  const close = (name: string): void => {
    if (SHAPES.has(name)) shape = shape?.around ?? null
    if (!PLACES.has(name)) return
    const own = boxOf(place?.get('a:off'), place?.get('a:ext'))
    if (shape && own) {
      shape.box = shape.around ? onSlide(own, shape.around) : own
      shape.inner = boxOf(place?.get('a:chOff'), place?.get('a:chExt'))
      shape.isOutside ||= shape.box !== null && isBeyond(shape.box, size)
    }
    place = null
  }
  return { open, close, isOutside: (): boolean => shape?.isOutside ?? false }
}

const figure = (value: unknown): number => Number.parseInt(String(value ?? ''), 10) || 0

const boxOf = (at: readonly [number, number] | undefined, extent: readonly [number, number] | undefined): Box | null =>
  at && extent ? [at[0], at[1], extent[0], extent[1]] : null

/** Where a box among the shapes of a group stands on the slide; null where the group does not say where it does. */
function onSlide([left, top, width, height]: Box, { box, inner }: Shape): Box | null {
  if (!box || !inner || inner[2] === 0 || inner[3] === 0) return null
  const [across, down] = [box[2] / inner[2], box[3] / inner[3]]
  return [box[0] + (left - inner[0]) * across, box[1] + (top - inner[1]) * down, width * across, height * down]
}

const isBeyond = ([left, top, width, height]: Box, size: readonly [number, number] | null): boolean =>
  left + width <= 0 || top + height <= 0 || (size !== null && (left >= size[0] || top >= size[1]))
