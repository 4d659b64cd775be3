import { newText } from '#rules/design/layers.ts';
import { MediaPicker } from '../../parts/media-picker/media-picker.tsx';
import { add } from '../actions.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';

/** Quotes: found by a keyword, added as a text with their author. */
export function QuotesPanel() {
  const { editor } = useEditor();
  return (
    <MediaPicker
      type="quote"
      onPick={({ quote, author }) => add(editor, [newText(newId(), { text: `“${quote}”\n${author}`, size: 30 })])}
    />
  );
}
