import { Select, TextInput } from '@mantine/core';
import { canvasSizes } from '#rules/design/design.ts';
import { resized } from '#rules/design/resize.ts';
import { useEditor, useEditorState } from '../context.ts';

/** General: the name of the campaign and the size of the canvas. */
export function GeneralPanel() {
  const { editor } = useEditor();
  const { history, name } = useEditorState();
  const { design } = history;
  const size = canvasSizes.find(({ width, height }) => width === design.width && height === design.height);
  return (
    <>
      <TextInput
        label="Campaign Name"
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => editor.rename(currentTarget.value)}
        error={name.trim() === '' ? 'Name is required' : undefined}
      />
      <Select
        label="Canvas size"
        data={canvasSizes.map(({ id, name: words, width, height }) => ({
          value: id,
          label: `${words} (${width} × ${height})`,
        }))}
        value={size?.id ?? null}
        placeholder={`${design.width} × ${design.height}`}
        allowDeselect={false}
        onChange={(id) => {
          const wanted = canvasSizes.find((each) => each.id === id);
          if (wanted) editor.change((before) => resized(before, { width: wanted.width, height: wanted.height }));
        }}
      />
    </>
  );
}
