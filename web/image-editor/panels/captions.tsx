import { Button } from '@mantine/core';
import { newCaption } from '#rules/design/layers.ts';
import { add } from '../actions.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';

/** Top & Bottom Layer: the texts of a meme, which fit themselves to their boxes. */
export function CaptionsPanel() {
  const { editor } = useEditor();
  const put = (...edges: ('top' | 'bottom')[]) =>
    add(
      editor,
      edges.map((edge) => newCaption(newId(), editor.state().history.design, edge)),
    );
  return (
    <>
      <Button variant="default" onClick={() => put('top')}>
        Top layer
      </Button>
      <Button variant="default" onClick={() => put('bottom')}>
        Bottom layer
      </Button>
      <Button variant="default" onClick={() => put('top', 'bottom')}>
        Top and bottom layer
      </Button>
    </>
  );
}
