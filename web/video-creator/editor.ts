/** The editor that the panels use: the document, the preview, and the permitted actions. */
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { VideoTile } from '#contract/content/videos.ts';
import { layoutOf } from '#render/layout/index.ts';
import { tilesOf, projectOf } from './document.ts';
import { setSettings, setTile } from './edits.ts';
import { Preview, type PreviewState } from './preview/preview.ts';
import { DocumentStore, type Change, type Snapshot } from './store.ts';
import type { Settings, VideoDocument } from './document.ts';

/** One open project. */
export type Editor = { store: DocumentStore; preview: Preview };

/** Opens a document in an editor. */
export function openEditor(document: VideoDocument, selected: string): Editor {
  return {
    store: new DocumentStore(document, selected),
    preview: new Preview(layoutOf(projectOf(document, null))),
  };
}

const Context = createContext<Editor | null>(null);
/** Provides an editor to the components inside it. */
export const EditorProvider = Context.Provider;

/** The editor that contains a component. */
export function useEditor(): Editor {
  const editor = use(Context);
  if (editor === null) throw new Error('there is no editor around this');
  return editor;
}

/** The document; updates after every change. */
export function useSnapshot(): Snapshot {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** What the preview shows; updates after every frame. */
export function usePreviewState(): PreviewState {
  const { preview } = useEditor();
  return useSyncExternalStore(preview.subscribe, preview.state);
}

/** The selected slide, its index (from 0), and a function to change it. */
export function useTile(): {
  tile: VideoTile;
  index: number;
  set: (values: Partial<VideoTile>, change?: Change) => void;
} {
  const { store } = useEditor();
  const { document, selected } = useSnapshot();
  const tile = document.tiles[selected];
  if (tile === undefined) throw new Error('no slide is selected');
  return {
    tile,
    index: document.order.indexOf(selected),
    set: (values, change = {}) => store.change(setTile(selected, values), change),
  };
}

/** The project's settings and a function to change them. */
export function useSettings(): { settings: Settings; set: (values: Partial<Settings>, change?: Change) => void } {
  const { store } = useEditor();
  const { settings } = useSnapshot().document;
  return { settings, set: (values, change = {}) => store.change(setSettings(values), change) };
}

/** Keeps the preview in step with the document and the selected slide. */
export function useLivePreview({ store, preview }: Editor): void {
  useEffect(() => {
    let shown = store.snapshot();
    const follow = (): void => {
      const now = store.snapshot();
      if (now.document !== shown.document) {
        const { settings } = now.document;
        preview.setProject(layoutOf({ ...settings, tiles: tilesOf(now.document) }));
      }
      if (now.selected !== shown.selected) preview.seekSlide(now.document.order.indexOf(now.selected));
      shown = now;
    };
    return store.subscribe(follow);
  }, [store, preview]);
  useEffect(() => () => preview.close(), [preview]);
}
