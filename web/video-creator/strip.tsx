import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { ActionIcon, Menu } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { VideoTile } from '#contract/content/videos.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { deleteSlide } from './actions.ts';
import { tilesOf } from './document.ts';
import { addTile, duplicateTile, emptyTile, mostTiles, moveTile } from './edits.ts';
import { useEditor, usePreviewState, useSnapshot } from './editor.ts';
import { newTileId } from './new-id.ts';
import { usePicked } from './random-picture.ts';
import styles from './strip.module.css';

/** The slides in order, to select, add, move, copy and remove. */
export function Strip() {
  const { store } = useEditor();
  const { document, selected } = useSnapshot();
  const picked = usePicked();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    // Enter selects the slide, as a click does.
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  );
  const tiles = tilesOf(document);
  const move = ({ active, over }: DragEndEvent) => {
    if (over !== null) store.change(moveTile(String(active.id), document.order.indexOf(String(over.id))));
  };
  const numberOf = (id: string | number) => document.order.indexOf(String(id)) + 1;
  const hasMoved = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return `Slide ${numberOf(active.id)} picked up. Arrow keys move it, Space puts it down.`;
    },
    onDragOver: ({ active, over }) => {
      hasMoved.current ||= over !== null && over.id !== active.id;
      // At first a slide is over itself; announcing that would interrupt the announcement above.
      return over !== null && hasMoved.current ? `At position ${numberOf(over.id)} of ${tiles.length}.` : undefined;
    },
    onDragEnd: ({ over }) => (over === null ? 'Nothing moved.' : `Put down at position ${numberOf(over.id)}.`),
    onDragCancel: () => 'Nothing moved.',
  };
  const add = () => {
    const id = newTileId();
    store.change(addTile(emptyTile(id), selected), { select: id });
    void picked.intoAdded(id);
  };
  return (
    <section className={styles.strip} aria-label="Slides">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={move}
        accessibility={{ announcements, screenReaderInstructions: { draggable: moveWords } }}
      >
        <SortableContext items={[...document.order]} strategy={horizontalListSortingStrategy}>
          <ol className={styles.slides}>
            {tiles.map((tile, index) => (
              <Slide key={tile.id} tile={tile} index={index} isSelected={tile.id === selected} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <button
        type="button"
        className={styles.addSlide}
        onClick={add}
        disabled={document.order.length >= mostTiles || picked.busy}
      >
        <Icon name="plus" size={20} />
        Add slide
      </button>
    </section>
  );
}

const moveWords = 'Enter selects this slide. Space picks it up to move it.';

function Slide({ tile, index, isSelected }: { tile: VideoTile; index: number; isSelected: boolean }) {
  const { store } = useEditor();
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: tile.id });
  const name = `Slide ${index + 1}`;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected && item.current !== null) bringIntoSight(item.current);
  }, [isSelected, index]);
  return (
    <li
      ref={(element) => {
        item.current = element;
        setNodeRef(element);
      }}
      className={styles.slide}
      data-selected={isSelected || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(${Math.round(transform.x)}px, 0, 0)` : undefined, transition }}
    >
      <button
        type="button"
        className={styles.pick}
        {...attributes}
        {...listeners}
        aria-label={`${name}, ${tile.duration} s`}
        aria-current={isSelected}
        onClick={() => store.select(tile.id)}
      >
        <Thumb index={index} />
      </button>
      <span className={styles.number} aria-hidden>
        {index + 1}
      </span>
      <span className={styles.length} aria-hidden>
        {tile.audio !== '' && <Icon name="microphone" size={12} />}
        {tile.duration} s
      </span>
      <SlideMenu tile={tile} index={index} isSelected={isSelected} name={name} />
    </li>
  );
}

/** Scrolls only the strip, so that the slide is visible beside the fixed button. */
function bringIntoSight(slide: HTMLElement): void {
  const strip = slide.closest('section');
  const button = strip?.querySelector(':scope > button')?.getBoundingClientRect();
  if (!strip || !button) return;
  const [own, seen] = [slide.getBoundingClientRect(), strip.getBoundingClientRect()];
  const margin = 12;
  if (own.left < seen.left + margin) strip.scrollLeft += own.left - seen.left - margin;
  else if (own.right > button.left - margin) strip.scrollLeft += own.right - button.left + margin;
}

function Thumb({ index }: { index: number }) {
  const { preview } = useEditor();
  const { drawn } = usePreviewState();
  const { document } = useSnapshot();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) preview.drawSlide(canvas.current, index);
  }, [preview, drawn, document, index]);
  return <canvas ref={canvas} height={108} className={styles.thumb} aria-hidden />;
}

function SlideMenu({
  tile,
  index,
  isSelected,
  name,
}: {
  tile: VideoTile;
  index: number;
  isSelected: boolean;
  name: string;
}) {
  const { store } = useEditor();
  const { order } = useSnapshot().document;
  const picked = usePicked();
  const duplicate = () => {
    const copy = newTileId();
    store.change(duplicateTile(tile.id, copy), { select: copy });
  };
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon className={styles.slideMenu ?? ''} size={24} variant="default" aria-label={`More for ${name}`}>
          <Icon name="dots-vertical" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="copy" size={16} />}
          disabled={order.length >= mostTiles}
          onClick={duplicate}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="repeat" size={16} />} onClick={() => void picked.into(tile.id)}>
          Replace with a random picture
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="arrow-left" size={16} />}
          disabled={index === 0}
          onClick={() => store.change(moveTile(tile.id, index - 1))}
        >
          Move left
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="arrow-right" size={16} />}
          disabled={index === order.length - 1}
          onClick={() => store.change(moveTile(tile.id, index + 1))}
        >
          Move right
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<Icon name="trash" size={16} />}
          disabled={isSelected}
          onClick={() => deleteSlide({ store }, tile.id)}
        >
          {isSelected ? 'Delete (select another slide first)' : 'Delete'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
