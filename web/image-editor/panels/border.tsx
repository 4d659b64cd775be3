import { NumberInput, Select } from '@mantine/core';
import { lineStyles, type Border, type Layer } from '#rules/design/design.ts';
import { changeSelected } from '../actions.ts';
import { useEditor, useSelected } from '../context.ts';
import { ColourField } from './fields.tsx';

const first: Border = { colour: '#000000', width: 3, style: 'solid' };
const names = { solid: 'Solid', dashed: 'Dashed', 'dashed-light': 'Dashed-light', dotted: 'Dotted' } as const;

type Bordered = Extract<Layer, { kind: 'shape' | 'image' }>;
const canHaveBorder = (layer: Layer): layer is Bordered => layer.kind === 'shape' || layer.kind === 'image';

/** Border: the outline of the selected pictures and shapes. */
export function BorderPanel() {
  const { editor } = useEditor();
  const layers = useSelected().filter(canHaveBorder);
  const [layer] = layers;
  if (layer === undefined) return <p>Select a picture or a shape to give it a border.</p>;
  const { border } = layer;
  const change = (more: Partial<Border> | null, key: string | null = null) =>
    changeSelected(
      editor,
      (each) =>
        canHaveBorder(each) ? { ...each, border: more === null ? null : { ...(each.border ?? first), ...more } } : each,
      key,
    );
  return (
    <>
      <Select
        label="Border style"
        data={[{ value: 'none', label: 'None' }, ...lineStyles.map((style) => ({ value: style, label: names[style] }))]}
        value={border?.style ?? 'none'}
        allowDeselect={false}
        onChange={(value) => {
          const style = lineStyles.find((each) => each === value);
          change(style === undefined ? null : { style });
        }}
      />
      {border && (
        <>
          <NumberInput
            label="Border width"
            min={1}
            max={100}
            value={border.width}
            onChange={(value) => typeof value === 'number' && value >= 1 && change({ width: value }, 'border-width')}
          />
          <ColourField
            label="Border color"
            value={border.colour}
            onChange={(colour) => change({ colour }, 'border-colour')}
          />
        </>
      )}
    </>
  );
}
