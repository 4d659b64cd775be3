import { newText } from '#rules/design/layers.ts';
import { MediaPicker } from '../../parts/media-picker/media-picker.tsx';
import { add } from '../actions.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';

/** A search for quotes by keyword; a press adds one as a text with its author. */
export function QuotesPanel() {
  const { editor } = useEditor();
  return (
    <MediaPicker
      type="quote"
      onPick={({ quote, author }) => add(editor, [newText(newId(), { text: `“${quote}”\n${author}`, size: 30 })])}
    />
  );
}
