import { Icon, type IconName } from '../../../../../parts/icons/icon.tsx';
import { useMay } from '../../../../../api/session.ts';
import type { CalendarEvent } from './events.ts';
import { isMovable } from './move/times.ts';

/** What a button of a post does, without opening it first. */
export type Act = 'move' | 'copy' | 'edit' | 'approve';

/** Whether a post waits for its client's yes, which the owner may give in the client's name. */
export const isWaiting = ({ attention }: Pick<CalendarEvent, 'attention'>): boolean =>
  attention === 'approval' || attention === 'not-approved';

const buttons = [
  { act: 'move', word: 'Move', icon: 'calendar-time' },
  { act: 'copy', word: 'Copy', icon: 'copy' },
  { act: 'edit', word: 'Edit', icon: 'pencil' },
  { act: 'approve', word: 'Approve', icon: 'check' },
] as const satisfies readonly { act: Act; word: string; icon: IconName }[];

/** What can be done with a post right now. */
export function useActs(event: CalendarEvent): readonly Act[] {
  const mayApprove = useMay('approve');
  return [
    ...(isMovable(event) ? (['move'] as const) : []),
    'copy',
    ...(event.done === '0' ? (['edit'] as const) : []),
    ...(mayApprove && isWaiting(event) ? (['approve'] as const) : []),
  ];
}

type Props = { event: CalendarEvent; onAct: (act: Act, button: HTMLElement) => void };

/** The buttons on the card of a post. They are named by its time and client. */
export function EventActions({ event, onAct }: Props) {
  const acts = useActs(event);
  return buttons
    .filter(({ act }) => acts.includes(act))
    .map(({ act, word, icon }) => (
      <button
        key={act}
        type="button"
        title={word}
        aria-label={`${word}: ${event.local.slice(11)} ${event.client}`}
        onClick={({ currentTarget }) => {
          const card = currentTarget.parentElement?.previousElementSibling;
          onAct(act, card instanceof HTMLElement ? card : currentTarget);
        }}
      >
        <Icon name={icon} size={14} />
      </button>
    ));
}
