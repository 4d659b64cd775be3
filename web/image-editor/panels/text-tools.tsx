import { ActionIcon, Checkbox, NumberInput, Select, Textarea } from '@mantine/core';
import { longestText, type Alignment, type Layer, type TextLayer } from '#rules/design/design.ts';
import { textOfLayer } from '#render/layout/design/index.ts';
import { Icon, type IconName } from '../../parts/icons/icon.tsx';
import { MoreFonts } from '../../parts/media-picker/more-fonts.tsx';
import { changeSelected } from '../actions.ts';
import { useEditor, useSelected } from '../context.ts';
import styles from '../image-editor.module.css';
import { ColourField } from './fields.tsx';

const isText = (layer: Layer): layer is TextLayer => layer.kind === 'text';

const styleTools = [
  { name: 'Bold', icon: 'bold', field: 'isBold' },
  { name: 'Italic', icon: 'italic', field: 'isItalic' },
  { name: 'Underline', icon: 'underline', field: 'isUnderlined' },
  { name: 'Line-through', icon: 'strikethrough', field: 'isStruck' },
] as const satisfies readonly { name: string; icon: IconName; field: keyof TextLayer }[];

const alignTools = [
  { name: 'Left', align: 'left' },
  { name: 'Center', align: 'center' },
  { name: 'Right', align: 'right' },
  { name: 'Justify', align: 'justify' },
] as const satisfies readonly { name: string; align: Alignment }[];

/** The tools of the selected texts; hidden if anything else is selected too. */
export function TextTools() {
  const { editor, materials } = useEditor();
  const selected = useSelected();
  const [layer] = selected;
  if (layer === undefined || !selected.every(isText) || !isText(layer)) return null;
  const change = (more: Partial<TextLayer>, key: string | null = null) =>
    changeSelected(editor, (each) => (isText(each) ? { ...each, ...more } : each), key);
  const missing = textOfLayer(layer, materials.means)?.missing ?? [];
  const fonts = [...new Set(['Arial', layer.font, ...materials.typefaces().map(({ family }) => family)])];
  return (
    <section className={styles.tools} aria-label="Text tools">
      <Textarea
        label="Text"
        id="design-text"
        autosize={false}
        rows={3}
        maxLength={longestText}
        value={selected.length === 1 ? layer.text : ''}
        placeholder={selected.length === 1 ? '' : 'Several texts are selected'}
        disabled={selected.length > 1}
        onChange={({ currentTarget }) => change({ text: currentTarget.value }, `text ${layer.id}`)}
      />
      {missing.length > 0 && (
        <p className={styles.warning} role="status">
          Our fonts have no character for {missing.slice(0, 8).join(' ')}. The image leaves this out.
        </p>
      )}
      <div className={styles.row}>
        <Select
          label="Font family"
          data={fonts}
          value={layer.font}
          allowDeselect={false}
          searchable
          onChange={(font) => font !== null && change({ font })}
        />
        <NumberInput
          label="Font size"
          min={1}
          max={2_000}
          value={Math.round(layer.size)}
          onChange={(size) => typeof size === 'number' && size >= 1 && change({ size }, 'font-size')}
        />
      </div>
      <MoreFonts
        onTaken={(typeface) => {
          materials.addTypeface(typeface);
          change({ font: typeface.family });
        }}
      />
      <div className={styles.row} role="group" aria-label="Style">
        {styleTools.map(({ name, icon, field }) => (
          <ActionIcon
            key={name}
            variant={layer[field] ? 'filled' : 'default'}
            size={36}
            aria-label={name}
            aria-pressed={layer[field]}
            title={name}
            onClick={() => change({ [field]: !layer[field] })}
          >
            <Icon name={icon} size={18} />
          </ActionIcon>
        ))}
        <ColourField label="Font color" value={layer.colour} onChange={(colour) => change({ colour }, 'font-colour')} />
      </div>
      <div className={styles.row} role="group" aria-label="Alignment">
        {alignTools.map(({ name, align }) => (
          <ActionIcon
            key={name}
            variant={layer.align === align ? 'filled' : 'default'}
            size={36}
            aria-label={name}
            aria-pressed={layer.align === align}
            title={name}
            onClick={() => change({ align })}
          >
            <AlignIcon align={align} />
          </ActionIcon>
        ))}
      </div>
      <div className={styles.row}>
        <Checkbox
          label="Outline"
          checked={layer.outline !== null}
          onChange={({ currentTarget }) =>
            change({
              outline: currentTarget.checked ? { colour: '#000000', width: Math.max(1, layer.size / 12) } : null,
            })
          }
        />
        {layer.outline && (
          <>
            <ColourField
              label="Outline color"
              value={layer.outline.colour}
              onChange={(colour) =>
                layer.outline && change({ outline: { ...layer.outline, colour } }, 'outline-colour')
              }
            />
            <NumberInput
              label="Outline width"
              min={1}
              max={100}
              value={Math.round(layer.outline.width)}
              onChange={(width) =>
                typeof width === 'number' &&
                layer.outline &&
                change({ outline: { ...layer.outline, width } }, 'outline')
              }
            />
          </>
        )}
      </div>
      <Checkbox
        label="Shrink text to its box"
        checked={layer.fits}
        onChange={({ currentTarget }) => change({ fits: currentTarget.checked })}
      />
    </section>
  );
}

/** Four lines as they would look. */
function AlignIcon({ align }: { align: Alignment }) {
  const lines = [16, 10, 14, align === 'justify' ? 16 : 8].map((width) => (align === 'justify' ? 16 : width));
  const left = (width: number) => ({ left: 2, justify: 2, center: 10 - width / 2, right: 18 - width })[align];
  return (
    <svg width={18} height={18} viewBox="0 0 20 20" aria-hidden="true">
      {lines.map((width, at) => (
        // eslint-disable-next-line react/no-array-index-key
        <rect key={at} x={left(width)} y={2 + at * 4.6} width={width} height={2} fill="currentColor" />
      ))}
    </svg>
  );
}
