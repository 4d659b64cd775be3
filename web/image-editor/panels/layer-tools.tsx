import { Button, Checkbox, Select } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { noFilters, shapes, type Filters, type ImageLayer, type Layer, type Shape } from '#rules/design/design.ts';
import { cropToFill } from '#rules/design/layers.ts';
import { changeSelected, moreActions, type EditorAction } from '../actions.ts';
import { useEditor, useEditorValue, useSelected } from '../context.ts';
import styles from '../image-editor.module.css';
import { alignActions } from '../arrange-actions.ts';
import { sayKeys } from '../shortcuts.ts';
import { ColourField, RangeField } from './fields.tsx';

/** The tools of every layer (opacity, shadow, position), and those of pictures, shapes and icons. */
export function LayerTools() {
  const { editor } = useEditor();
  const selected = useSelected();
  const [layer] = selected;
  if (layer === undefined) return null;
  const change = (more: Partial<Pick<Layer, 'opacity' | 'shadow' | 'rotation'>>, key: string | null = null) =>
    changeSelected(editor, (each) => ({ ...each, ...more }), key);
  return (
    <section className={styles.tools} aria-label="Layer tools">
      {selected.length === 1 && <KindTools layer={layer} />}
      <RangeField
        label="Opacity"
        min={0}
        max={1}
        step={0.05}
        value={layer.opacity}
        onChange={(opacity) => change({ opacity }, 'opacity')}
      />
      <RangeField
        label="Rotation"
        min={-180}
        max={180}
        step={1}
        value={((((layer.rotation + 180) % 360) + 360) % 360) - 180}
        onChange={(rotation) => change({ rotation }, 'rotation')}
      />
      <div className={styles.row}>
        <Checkbox
          label="Shadow"
          checked={layer.shadow !== null}
          onChange={({ currentTarget }) =>
            change({ shadow: currentTarget.checked ? { colour: '#000000', blur: 8, x: 3, y: 3 } : null })
          }
        />
        {layer.shadow && (
          <ColourField
            label="Shadow color"
            value={layer.shadow.colour}
            onChange={(colour) => layer.shadow && change({ shadow: { ...layer.shadow, colour } }, 'shadow-colour')}
          />
        )}
      </div>
      {layer.shadow && (
        <RangeField
          label="Shadow blur"
          min={0}
          max={60}
          step={1}
          value={layer.shadow.blur}
          onChange={(blur) => layer.shadow && change({ shadow: { ...layer.shadow, blur } }, 'shadow-blur')}
        />
      )}
      <div className={styles.buttons} role="group" aria-label="Align">
        {[...alignActions, moreActions.top, moreActions.bottom, moreActions.group, moreActions.ungroup].map(
          (action) => (
            <ActionButton key={action.label} action={action} />
          ),
        )}
      </div>
    </section>
  );
}

function ActionButton({ action }: { action: EditorAction }) {
  const { editor } = useEditor();
  const isPossible = useEditorValue(action.isPossible);
  return isPossible ? (
    <Button
      variant="default"
      size="compact-sm"
      title={sayKeys(action.keys[0] ?? '')}
      onClick={() => action.perform(editor)}
    >
      {action.label}
    </Button>
  ) : null;
}

function KindTools({ layer }: { layer: Layer }) {
  const { editor } = useEditor();
  switch (layer.kind) {
    case 'text':
      return null;
    case 'image':
      return <ImageTools layer={layer} />;
    case 'shape':
      return (
        <ColourField
          label="Fill color"
          value={layer.fill ?? '#ffffff'}
          onChange={(fill) =>
            changeSelected(editor, (each) => (each.kind === 'shape' ? { ...each, fill } : each), 'fill')
          }
        />
      );
    case 'sign':
      return layer.set === 'emoji' ? null : (
        <ColourField
          label="Icon color"
          value={layer.colour}
          onChange={(colour) =>
            changeSelected(editor, (each) => (each.kind === 'sign' ? { ...each, colour } : each), 'icon-colour')
          }
        />
      );
    default:
      return layer satisfies never;
  }
}

const maskNames: Readonly<Record<Shape, string>> = {
  square: 'Square',
  round: 'Round',
  rect: 'Rect',
  circle: 'Circle',
  triangle: 'Triangle',
  star: 'Star',
};

function ImageTools({ layer }: { layer: ImageLayer }) {
  const { editor, materials } = useEditor();
  const change = (more: Partial<ImageLayer>, key: string | null = null) =>
    changeSelected(editor, (each) => (each.kind === 'image' ? { ...each, ...more } : each), key);
  const filter = (more: Partial<Filters>) => change({ filters: { ...layer.filters, ...more } }, 'filters');
  const picture = useSyncExternalStore(materials.subscribe, () => materials.sizeOf(layer.source));
  const full = picture && cropToFill(picture, layer);
  const zoom = full ? full.width / layer.crop.width : 1;
  const crop = (more: { zoom?: number; x?: number; y?: number }) => {
    if (full === undefined) return;
    const by = more.zoom ?? zoom;
    const [width, height] = [full.width / by, full.height / by];
    const middle = { x: layer.crop.x + layer.crop.width / 2, y: layer.crop.y + layer.crop.height / 2 };
    const inside = (value: number, side: number) => Math.min(1 - side, Math.max(0, value));
    const x = more.x === undefined ? middle.x - width / 2 : more.x * (1 - width);
    const y = more.y === undefined ? middle.y - height / 2 : more.y * (1 - height);
    change({ crop: { x: inside(x, width), y: inside(y, height), width, height } }, 'crop');
  };
  const part = (at: number, side: number) => (side >= 1 ? 0.5 : at / (1 - side));
  return (
    <>
      <RangeField
        label="Brightness"
        min={-1}
        max={1}
        step={0.05}
        value={layer.filters.brightness}
        onChange={(brightness) => filter({ brightness })}
      />
      <RangeField
        label="Contrast"
        min={-1}
        max={1}
        step={0.05}
        value={layer.filters.contrast}
        onChange={(contrast) => filter({ contrast })}
      />
      <RangeField
        label="Blur"
        min={0}
        max={1}
        step={0.2}
        value={layer.filters.blur}
        onChange={(blur) => filter({ blur })}
      />
      <div className={styles.row}>
        <Checkbox
          label="Grey"
          checked={layer.filters.grey}
          onChange={({ currentTarget }) => filter({ grey: currentTarget.checked })}
        />
        <Button variant="subtle" size="compact-sm" onClick={() => change({ filters: noFilters })}>
          No filters
        </Button>
      </div>
      {full && (layer.whole ?? null) === null && (
        <>
          <RangeField
            label="Crop: zoom"
            min={1}
            max={5}
            step={0.1}
            value={zoom}
            onChange={(value) => crop({ zoom: value })}
          />
          <RangeField
            label="Crop: left to right"
            min={0}
            max={1}
            step={0.02}
            value={part(layer.crop.x, layer.crop.width)}
            onChange={(x) => crop({ x })}
          />
          <RangeField
            label="Crop: top to bottom"
            min={0}
            max={1}
            step={0.02}
            value={part(layer.crop.y, layer.crop.height)}
            onChange={(y) => crop({ y })}
          />
        </>
      )}
      <Checkbox
        label="Show the whole picture"
        checked={(layer.whole ?? null) !== null}
        onChange={({ currentTarget }) => change({ whole: currentTarget.checked ? 'center' : null })}
      />
      <Select
        label="Cut to a shape"
        data={[{ value: 'none', label: 'None' }, ...shapes.map((shape) => ({ value: shape, label: maskNames[shape] }))]}
        value={layer.mask ?? 'none'}
        allowDeselect={false}
        onChange={(value) => change({ mask: shapes.find((shape) => shape === value) ?? null })}
      />
    </>
  );
}
