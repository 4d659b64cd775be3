import { useEffect, type RefObject } from 'react';
import { longestText } from '#rules/design/design.ts';
import { newText, textSizes } from '#rules/design/layers.ts';
import { loadPart } from '../lib/load-code.ts';
import { add, addCopies, nudge, pressed, selectNext } from './actions.ts';
import type { EditorParts } from './context.ts';
import { newId, selectedLayers } from './document/editor.ts';
import { stretch } from './arrange-actions.ts';
import { actionOf } from './shortcuts.ts';

/** Whether keys belong to the field or dialog that has the focus. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=range]):not([type=checkbox]), textarea, select, [role=dialog]') !== null;

/** The clipboard text begins with this mark, which tells layers from other texts. */
const mark = 'agencyreel-layers';

/** Keyboard control of the whole editor, and copy and paste between designs. */
export function useKeys({ editor, materials }: EditorParts, stage: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      const keys = pressed(event);
      const action = actionOf(keys, editor.state());
      if (action) {
        event.preventDefault();
        action.perform(editor);
        return editor.say(action.says?.(editor.state()) ?? action.label);
      }
      const isOnStage = stage.current?.contains(document.activeElement) ?? false;
      if (!isOnStage && document.activeElement !== document.body) return;
      if (nudge(editor, keys) || stretch(editor, keys, materials.sizeOf)) return event.preventDefault();
      if (isOnStage && (event.key === 'PageUp' || event.key === 'PageDown')) {
        event.preventDefault();
        selectNext(editor, event.key === 'PageUp' ? 1 : -1);
      }
      if (isOnStage && event.key === 'Enter') {
        event.preventDefault();
        document.getElementById('design-text')?.focus();
      }
    };
    const onCopy = (event: ClipboardEvent) => {
      const layers = selectedLayers(editor.state());
      if (isTyping(event.target) || layers.length === 0) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', JSON.stringify({ kind: mark, layers }));
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      // Only the plain text: HTML from a web page is never read.
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '') return;
      event.preventDefault();
      void layersIn(text).then((layers) => {
        if (layers !== null) addCopies(editor, layers);
        else add(editor, [newText(newId(), { text: text.slice(0, longestText), size: textSizes.body })]);
      });
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [editor, materials, stage]);
}

/** The layers in a copied text; validated, because anybody can write such a text. */
async function layersIn(text: string) {
  const copied = copiedIn(text);
  if (copied === null) return null;
  const { openDesign } = await loadPart(() => import('#contract/content/designs-document.ts'));
  return openDesign({ version: 1, layers: copied.layers }).design.layers;
}

function copiedIn(text: string): { layers: unknown } | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('kind' in parsed) || parsed.kind !== mark) return null;
    return { layers: 'layers' in parsed ? parsed.layers : [] };
  } catch {
    return null; // any other text
  }
}
