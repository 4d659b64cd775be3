import { Button } from '@mantine/core';
import { newText, textSizes } from '#rules/design/layers.ts';
import { add } from '../actions.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';

const kinds = [
  { label: 'Add a heading', text: 'Heading', size: textSizes.heading },
  { label: 'Add a subheading', text: 'Subheading', size: textSizes.subheading },
  { label: 'Add body text', text: 'Body text', size: textSizes.body },
] as const;

/** Text: adds a heading, a subheading or body text to the canvas. */
export function TextPanel() {
  const { editor } = useEditor();
  return kinds.map(({ label, text, size }) => (
    <Button
      key={label}
      variant="default"
      h={48}
      styles={{ label: { fontSize: 12 + size / 5 } }}
      onClick={() => add(editor, [newText(newId(), { text, size })])}
    >
      {label}
    </Button>
  ));
}
