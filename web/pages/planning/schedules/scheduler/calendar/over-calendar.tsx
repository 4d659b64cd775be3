import { lazy, Suspense } from 'react';
import { ByHandDialog } from '../../../../../parts/by-hand/by-hand-dialog.tsx';
import { loadPart } from '../../../../../lib/load-code.ts';
import type { useWordsChanged } from '../../../../content/streams/stream-editor/use-words-changed.ts';
import { useDiscard } from './drafts/use-drafts.ts';
import type { OpenedEvent } from './event-button.tsx';
import { isDraft, keyOf } from './events.ts';
import type { useMove } from './move/use-move.ts';
import type { Acting } from './use-acting.ts';

const DraftPopover = lazy(async () => ({
  default: (await loadPart(() => import('./drafts/draft-popover.tsx'))).DraftPopover,
}));
const WordsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./words/words-dialog.tsx'))).WordsDialog,
}));
const EventPopover = lazy(async () => ({
  default: (await loadPart(() => import('./popover/event-popover.tsx'))).EventPopover,
}));
const MoveDialog = lazy(async () => ({ default: (await loadPart(() => import('./move/move-dialog.tsx'))).MoveDialog }));
const ApprovalDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../../../../parts/approval/approval-dialog.tsx'))).ApprovalDialog,
}));
const ApproveDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../../../../parts/approval/approve-dialog.tsx'))).ApproveDialog,
}));

type Props = {
  /** The pressed entry; null for none. */ opened: OpenedEvent | null;
  acting: Acting;
  moving: ReturnType<typeof useMove>;
  onReworded: ReturnType<typeof useWordsChanged>;
  /** Closes the entry. */ onClose: () => void;
};

/** What is shown over the calendar: the pressed entry, or the dialog of one of its buttons. */
export function OverCalendar({ opened, acting, moving, onReworded, onClose }: Props) {
  const { next, end } = acting;
  const { discard } = useDiscard();
  /** Closes the entry, and does what its button says. */
  const instead = (act: () => void) => {
    onClose();
    act();
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
              onChange={(draft) => instead(() => acting.openDraft(draft.id))}
              onClose={onClose}
            />
          ) : (
            <EventPopover
              key={keyOf(opened.event)}
              opened={{ event: opened.event, button: opened.button }}
              onAct={(act, event) => instead(() => acting.act(act, event))}
              onNext={(chosen) => instead(() => acting.show(chosen))}
              onClose={onClose}
            />
          ))}
        {next?.kind === 'move' && <MoveDialog post={next.post} moving={moving} onClose={end} />}
        {next?.kind === 'reword' && <WordsDialog post={next.post} onChanged={onReworded} onClose={end} />}
        {next?.kind === 'approval' && <ApprovalDialog itemId={next.itemId} onClose={end} />}
        {next?.kind === 'approve' && <ApproveDialog itemId={next.itemId} onClose={end} />}
      </Suspense>
      <ByHandDialog deliveryId={next?.kind === 'by-hand' ? next.deliveryId : null} onClose={end} />
    </>
  );
}
