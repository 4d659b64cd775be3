/**
 * Makes the layout engine accept fonts in which a mark does not attach to a base: OpenType allows an empty anchor
 * (learn.microsoft.com/typography/opentype/spec/gpos, MarkBasePos), and fontkit 2.0.4 throws for it, for example for
 * the Telugu శ్రీ. The mark then keeps its own position.
 */
export function allowNullAnchors(font: unknown): void {
  const shaper = has(font, '_layoutEngine') ? font._layoutEngine : null;
  const engine = has(shaper, 'engine') ? shaper.engine : null;
  const processor = has(engine, 'GPOSProcessor') ? engine.GPOSProcessor : null;
  if (!has(processor, 'applyAnchor') || Object.hasOwn(processor, 'applyAnchor')) return;
  const apply = processor.applyAnchor;
  if (!isApply(apply)) return;
  processor.applyAnchor = (mark: unknown, base: unknown, index: unknown): void => {
    if (base !== null && has(mark, 'markAnchor') && mark.markAnchor !== null) apply.call(processor, mark, base, index);
  };
}

/** The font that a PDF document is set in, as the layout engine knows it. */
export const fontOfDocument = (document: unknown): unknown =>
  has(document, '_font') && has(document._font, 'font') ? document._font.font : null;

const has = <Name extends string>(whole: unknown, name: Name): whole is Record<Name, unknown> =>
  typeof whole === 'object' && whole !== null && name in whole;

const isApply = (value: unknown): value is (mark: unknown, base: unknown, index: unknown) => void =>
  typeof value === 'function';
