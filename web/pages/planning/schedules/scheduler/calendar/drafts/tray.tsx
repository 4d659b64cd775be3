import { useEffect, useRef, useState } from 'react';
import type { Draft } from '#contract/planning/drafts.ts';
import { publishHeight } from '../../../../../../lib/publish-height.ts';
import { counted } from '../../../../../../lib/words.ts';
import { Thumbnail } from '../../../../../../parts/display/thumbnail.tsx';
import { DialogFrame } from '../../../../../../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../../../../../../parts/icons/icon.tsx';
import { nameOf } from '../../../../ideas/drafts/words.ts';
import { isTrayFolded, keepTrayFolded } from './kept-tray.ts';
import styles from './tray.module.css';

/** How many drafts the tray shows before it counts the others. */
const shown = 3;

type Props = {
  drafts: readonly Draft[];
  narrow: boolean;
  /** Opens a draft in its window. */ onOpen: (draftId: string) => void;
  /** Begins a new one. */ onNew: () => void;
};

/** The drafts without a time, docked at the bottom of the week: they are dragged onto a day. On a phone one button. */
export function DraftsTray({ drafts, narrow, onOpen, onNew }: Props) {
  const [isFolded, setFolded] = useState(isTrayFolded);
  const [isListed, setListed] = useState(false);
  const tray = useRef<HTMLElement>(null);
  useEffect(() => publishHeight(narrow ? null : tray.current, { name: '--bar-height' }), [narrow]);
  const fold = () => {
    keepTrayFolded(!isFolded);
    setFolded(!isFolded);
  };
  const more = drafts.length - shown;
  const count = <span className={styles.count}>{drafts.length >= 500 ? '500+' : drafts.length}</span>;
  return (
    <section className={styles.tray} aria-label="Drafts" ref={tray} data-narrow={narrow || undefined}>
      {narrow ? (
        <button type="button" className={styles.chip} aria-haspopup="dialog" onClick={() => setListed(true)}>
          <Icon name="pencil" size={16} /> Drafts {count}
        </button>
      ) : (
        <button type="button" className={styles.title} aria-expanded={!isFolded} onClick={fold}>
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={16} /> Drafts {count}
        </button>
      )}
      {!narrow && !isFolded && (
        <>
          {drafts.length === 0 ? (
            <p className={styles.hint}>No drafts. Write one, or drop files on a day.</p>
          ) : (
            <>
              <span className={styles.hint} data-drag>
                Drag one onto a day
              </span>
              <ul className={styles.drafts}>
                {drafts.slice(0, shown).map((draft) => (
                  <li key={draft.id}>
                    <DraftRow draft={draft} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
              {more > 0 && (
                <button
                  type="button"
                  className={styles.bare}
                  aria-label={counted(more, 'more draft')}
                  aria-haspopup="dialog"
                  onClick={() => setListed(true)}
                >
                  +{more}
                </button>
              )}
            </>
          )}
          <button type="button" className={styles.bare} aria-label="New draft" onClick={onNew}>
            <Icon name="plus" size={16} /> Draft
          </button>
        </>
      )}
      <DialogFrame opened={isListed} onClose={() => setListed(false)} title="Drafts" size="md">
        {drafts.length === 0 && <p>No drafts. Write one, or drop files on a day.</p>}
        <ul className={styles.list}>
          {drafts.map((draft) => (
            <li key={draft.id}>
              <DraftRow
                draft={draft}
                onOpen={(id) => {
                  setListed(false);
                  onOpen(id);
                }}
              />
            </li>
          ))}
        </ul>
      </DialogFrame>
    </section>
  );
}

function DraftRow({ draft, onOpen }: { draft: Draft; onOpen: (draftId: string) => void }) {
  return (
    <button
      type="button"
      className={styles.draft}
      data-draft={draft.id}
      data-movable
      aria-keyshortcuts="m"
      aria-haspopup="dialog"
      onClick={() => onOpen(draft.id)}
    >
      <span className={styles.grip}>
        <Icon name="grip-vertical" size={14} />
      </span>
      <Thumbnail src={draft.thumbnail} alt="" size={32} icon={draft.has_file ? 'photo' : 'article'} />
      <span className={styles.words}>
        <span className={styles.name}>{nameOf(draft)}</span>
        <span className={styles.client}>
          <span className={styles.state}>
            <Icon name="pencil" size={12} /> Draft
          </span>{' '}
          {draft.client}
        </span>
      </span>
    </button>
  );
}
