import { lazy, Suspense, useState } from 'react';
import { useOpenComposer } from '../../../../../composer/open-composer.ts';
import { ByHandDialog } from '../../../../../parts/by-hand/by-hand-dialog.tsx';
import { loadPart } from '../../../../../lib/load-code.ts';
import type { useWordsChanged } from '../../../../content/streams/stream-editor/use-words-changed.ts';
import { useDiscard } from './drafts/use-drafts.ts';
import type { OpenedEvent } from './event-button.tsx';
import { isDraft, keyOf } from './events.ts';
import type { ToMove } from './move/move-dialog.tsx';
import type { useMove } from './move/use-move.ts';
import type { ToReword } from './words/rewording.ts';

const DraftPopover = lazy(async () => ({
  default: (await loadPart(() => import('./drafts/draft-popover.tsx'))).DraftPopover,
}));
const WordsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./words/words-dialog.tsx'))).WordsDialog,
}));
const EventPopover = lazy(async () => ({
  default: (await loadPart(() => import('./event-popover.tsx'))).EventPopover,
}));
const MoveDialog = lazy(async () => ({ default: (await loadPart(() => import('./move/move-dialog.tsx'))).MoveDialog }));
const ApprovalDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../../../../parts/approval/approval-dialog.tsx'))).ApprovalDialog,
}));

/** The dialog that a button of an entry opens in its place. */
type Next =
  | { kind: 'move'; post: ToMove }
  | { kind: 'reword'; post: ToReword }
  | { kind: 'approval'; itemId: string }
  | { kind: 'by-hand'; deliveryId: string };

type Props = {
  /** The pressed entry; null for none. */ opened: OpenedEvent | null;
  moving: ReturnType<typeof useMove>;
  onReworded: ReturnType<typeof useWordsChanged>;
  /** Closes the entry. */ onClose: () => void;
};

/** What is shown over the calendar: the pressed entry, then the dialog of one of its buttons. */
export function OverCalendar({ opened, moving, onReworded, onClose }: Props) {
  const [next, setNext] = useState<Next | null>(null);
  const end = () => setNext(null);
  const { discard } = useDiscard();
  const compose = useOpenComposer();
  const instead = (chosen: Next) => {
    onClose();
    setNext(chosen);
  };
  return (
    <>
      <Suspense>
        {opened &&
          (isDraft(opened.event) ? (
            <DraftPopover
              key={keyOf(opened.event)}
              opened={{ event: opened.event, button: opened.button }}
              onDiscard={discard}
              onChange={({ id }) => {
                onClose();
                compose({ kind: 'draft', id });
              }}
              onClose={onClose}
            />
          ) : (
            <EventPopover
              key={keyOf(opened.event)}
              opened={{ event: opened.event, button: opened.button }}
              onCompose={() => {
                onClose();
                compose({ kind: 'post', id: opened.event.id });
              }}
              onMove={(post) => instead({ kind: 'move', post })}
              onReword={(post) => instead({ kind: 'reword', post })}
              onApproval={(itemId) => instead({ kind: 'approval', itemId })}
              onByHand={(deliveryId) => instead({ kind: 'by-hand', deliveryId })}
              onClose={onClose}
            />
          ))}
        {next?.kind === 'move' && <MoveDialog post={next.post} moving={moving} onClose={end} />}
        {next?.kind === 'reword' && <WordsDialog post={next.post} onChanged={onReworded} onClose={end} />}
        {next?.kind === 'approval' && <ApprovalDialog itemId={next.itemId} onClose={end} />}
      </Suspense>
      <ByHandDialog deliveryId={next?.kind === 'by-hand' ? next.deliveryId : null} onClose={end} />
    </>
  );
}
