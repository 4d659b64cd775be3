import { ActionIcon } from '@mantine/core';
import type { Layer } from '#rules/design/design.ts';
import { changeLayers } from '#rules/design/operations.ts';
import { Icon } from '../../parts/icon.tsx';
import { useEditor, useEditorState } from '../context.ts';
import styles from '../image-editor.module.css';

/** What a layer is called in the list. */
export const layerName = (layer: Layer): string => {
  if (layer.name !== '') return layer.name;
  if (layer.kind === 'text') return layer.text.trim().slice(0, 40) || 'Empty text';
  return { image: 'Picture', shape: 'Shape', sign: 'Sign' }[layer.kind];
};

/** The layers, the topmost first: selected, locked and hidden here. */
export function LayerList() {
  const { editor } = useEditor();
  const { history, selected } = useEditorState();
  const toggle = (layer: Layer, field: 'isLocked' | 'isHidden') =>
    editor.change((design) =>
      changeLayers(design, new Set([layer.id]), (each) => ({ ...each, [field]: !each[field] })),
    );
  return (
    <section className={styles.tools} aria-label="Layers">
      <h2 className={styles.heading}>Layers</h2>
      <ul className={styles.layers}>
        {history.design.layers.toReversed().map((layer) => {
          const name = layerName(layer);
          return (
            <li key={layer.id} data-selected={selected.has(layer.id) || undefined}>
              <button
                type="button"
                className={styles.layer}
                aria-pressed={selected.has(layer.id)}
                onClick={({ shiftKey }) => editor.select(shiftKey ? [...selected, layer.id] : [layer.id])}
              >
                {name}
              </button>
              <ActionIcon
                variant="subtle"
                size={28}
                aria-label={`Hide ${name}`}
                aria-pressed={layer.isHidden}
                onClick={() => toggle(layer, 'isHidden')}
              >
                <Icon name={layer.isHidden ? 'eye-off' : 'eye'} size={16} />
              </ActionIcon>
              <ActionIcon
                variant={layer.isLocked ? 'light' : 'subtle'}
                size={28}
                aria-label={`Lock ${name}`}
                aria-pressed={layer.isLocked}
                onClick={() => toggle(layer, 'isLocked')}
              >
                <Icon name="lock" size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
