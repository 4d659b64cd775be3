/**
 * Makes the layout engine accept fonts in which a mark does not attach to a base: OpenType allows an empty anchor
 * (learn.microsoft.com/typography/opentype/spec/gpos, MarkBasePos), and fontkit 2.0.4 throws for it, for example for
 * the Telugu శ్రీ. The mark then keeps its own position.
 */
export function allowNullAnchors(font: object): void {
  const processor = part(part(part(font, '_layoutEngine'), 'engine'), 'GPOSProcessor');
  if (processor === null || Object.hasOwn(processor, 'applyAnchor')) return;
  const apply: unknown = Reflect.get(processor, 'applyAnchor');
  if (typeof apply !== 'function') return;
  Reflect.set(processor, 'applyAnchor', (mark: unknown, base: unknown, index: unknown): void => {
    if (base !== null && part(mark, 'markAnchor') !== null) Reflect.apply(apply, processor, [mark, base, index]);
  });
}

function part(whole: unknown, name: string): object | null {
  if (typeof whole !== 'object' || whole === null) return null;
  const found: unknown = Reflect.get(whole, name);
  return typeof found === 'object' ? found : null;
}
