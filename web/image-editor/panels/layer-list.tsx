import { ActionIcon } from '@mantine/core';
import { memo } from 'react';
import type { Layer } from '#rules/design/design.ts';
import { changeLayers } from '#rules/design/operations.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { layerName } from '../actions.ts';
import { useEditor, useEditorLook, useEditorValue } from '../context.ts';
import styles from '../image-editor.module.css';

/** What the list shows of a layer; a drag asks for all of them with each frame. */
const looks = new WeakMap<Layer, string>();
function lookOf(layer: Layer): string {
  const look = looks.get(layer) ?? JSON.stringify([layer.id, layerName(layer), layer.isHidden, layer.isLocked]);
  looks.set(layer, look);
  return look;
}

/** The layers, topmost first: selected, locked and hidden here. */
export function LayerList() {
  const layers = useEditorLook(
    ({ history }) => history.design.layers,
    (all) => all.map(lookOf).join(),
  );
  const selected = useEditorValue((state) => state.selected);
  return (
    <section className={styles.tools} aria-label="Layers">
      <h2 className={styles.heading}>Layers</h2>
      {layers.length === 0 && <p className={styles.hint}>Everything on the canvas is listed here.</p>}
      <ul className={styles.layers}>
        {layers.toReversed().map((layer) => (
          <Row
            key={layer.id}
            {...{ id: layer.id, name: layerName(layer), isHidden: layer.isHidden, isLocked: layer.isLocked }}
            isSelected={selected.has(layer.id)}
          />
        ))}
      </ul>
    </section>
  );
}

type RowProps = Pick<Layer, 'id' | 'name' | 'isHidden' | 'isLocked'> & { isSelected: boolean };

/** Renders only when what it shows has changed: never while a layer is dragged. */
const Row = memo(function Row({ id, name, isHidden, isLocked, isSelected }: RowProps) {
  const { editor } = useEditor();
  const toggle = (field: 'isLocked' | 'isHidden') =>
    editor.change((design) => changeLayers(design, new Set([id]), (each) => ({ ...each, [field]: !each[field] })));
  return (
    <li data-selected={isSelected || undefined}>
      <button
        type="button"
        className={styles.layer}
        aria-pressed={isSelected}
        onClick={({ shiftKey }) => editor.select(shiftKey ? [...editor.state().selected, id] : [id])}
      >
        {name}
      </button>
      <ActionIcon
        variant="subtle"
        size={28}
        aria-label={`Hide ${name}`}
        aria-pressed={isHidden}
        onClick={() => toggle('isHidden')}
      >
        <Icon name={isHidden ? 'eye-off' : 'eye'} size={16} />
      </ActionIcon>
      <ActionIcon
        variant={isLocked ? 'light' : 'subtle'}
        size={28}
        aria-label={`Lock ${name}`}
        aria-pressed={isLocked}
        onClick={() => toggle('isLocked')}
      >
        <Icon name="lock" size={16} />
      </ActionIcon>
    </li>
  );
});
