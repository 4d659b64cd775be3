import { shapes, type Shape } from '#rules/design/design.ts';
import { newShape } from '#rules/design/layers.ts';
import { shapePath } from '#render/layout/design/index.ts';
import { add } from '../actions.ts';
import { useEditor } from '../context.ts';
import { newId } from '../document/editor.ts';
import styles from './found.module.css';

const names: Readonly<Record<Shape, string>> = {
  square: 'Square',
  round: 'Round',
  rect: 'Rect',
  circle: 'Circle',
  triangle: 'Triangle',
  star: 'Star',
};

/** Shapes, each filled and as an outline. */
export function ShapesPanel() {
  const { editor } = useEditor();
  return (
    <div className={styles.tiles}>
      {shapes.flatMap((shape) =>
        [false, true].map((isBorder) => (
          <button
            key={`${shape} ${isBorder}`}
            type="button"
            className={styles.tile}
            title={isBorder ? `${names[shape]} border` : names[shape]}
            aria-label={isBorder ? `${names[shape]} border` : names[shape]}
            onClick={() => add(editor, [newShape(newId(), editor.state().history.design, { shape, isBorder })])}
          >
            <svg viewBox="-4 -4 48 48" width={40} height={40} aria-hidden="true">
              <path
                d={shapePath(shape, { width: 40, height: shape === 'rect' ? 25 : 40 })}
                fill={isBorder ? 'none' : 'currentColor'}
                stroke="currentColor"
                strokeWidth={isBorder ? 3 : 0}
                strokeLinejoin="round"
              />
            </svg>
          </button>
        )),
      )}
    </div>
  );
}
