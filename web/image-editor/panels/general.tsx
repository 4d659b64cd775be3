import { Select, TextInput } from '@mantine/core';
import { canvasSizes } from '#rules/design/design.ts';
import { resized } from '#rules/design/resize.ts';
import { useEditor, useEditorValue } from '../context.ts';

/** General: the name of the campaign and the size of the canvas. */
export function GeneralPanel() {
  const { editor } = useEditor();
  const name = useEditorValue((state) => state.name);
  const width = useEditorValue(({ history }) => history.design.width);
  const height = useEditorValue(({ history }) => history.design.height);
  const size = canvasSizes.find((each) => each.width === width && each.height === height);
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
        data={canvasSizes.map((each) => ({ value: each.id, label: `${each.name} (${each.width} × ${each.height})` }))}
        value={size?.id ?? null}
        placeholder={`${width} × ${height}`}
        allowDeselect={false}
        onChange={(id) => {
          const wanted = canvasSizes.find((each) => each.id === id);
          if (wanted) editor.change((before) => resized(before, { width: wanted.width, height: wanted.height }));
        }}
      />
    </>
  );
}
