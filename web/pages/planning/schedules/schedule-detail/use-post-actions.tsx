import { useRef, useState } from 'react';
import type { BulkAction, Done } from '../../../../parts/bulk/bulk-bar.tsx';
import { DaysField } from '../../../../parts/bulk/days-field.tsx';
import { rereadIfGone } from '../../../../parts/bulk/use-selection.ts';
import { useAction } from '../../../../api/action.ts';
import { addDays } from '../scheduler/calendar/days.ts';

/** A post of the plan: `scheduled` is 'YYYY-MM-DD HH:mm' in `timezone`. */
type Post = { id: string; title: string; due_at: string; scheduled: string; timezone: string };

type Options = {
  chosen: readonly Post[];
  onDone: (done: Done) => void;
  /** Reads the list again if a selected post no longer exists. */ reread: () => void;
};

/** What an agency can do to several posts at once, in any list: move them by days, or delete them. */
export function usePostActions({ chosen, onDone, reread }: Options): readonly BulkAction[] {
  const [days, setDays] = useState(7);
  const onRefused = rereadIfGone(reread);
  const names = new Map(chosen.map(({ id, title }) => [id, title]));
  const before = useRef({ posts: new Map<string, Post>(), names });
  const back = useAction('move-scheduled-items', {
    onRefused,
    onDone: ({ moved: _, ...outcome }) => onDone({ outcome, names: before.current.names }),
  });
  const move = useAction('move-scheduled-items', {
    onRefused,
    onDone: ({ moved, ...outcome }) => {
      const posts = moved.flatMap(({ id, due_at: from }) => {
        const post = before.current.posts.get(id);
        return post === undefined ? [] : [{ ...exactTimeOf(post), from }];
      });
      onDone({ outcome, names, ...(posts.length === 0 ? {} : { undo: () => void back.run({ posts }) }) });
    },
  });
  const remove = useAction('delete-scheduled-items', { onRefused, onDone: (outcome) => onDone({ outcome, names }) });
  return [
    {
      label: 'Move',
      icon: 'calendar-time',
      text: 'Each goes out later or earlier by whole days, at the same time of day. Their schedules stay as they are.',
      fields: <DaysField days={days} onChange={setDays} />,
      busy: move.busy,
      busyLabel: 'Moving…',
      run: async () => {
        if (days === 0) return false;
        before.current = { posts: new Map(chosen.map((post) => [post.id, post])), names };
        return move.run({ posts: chosen.map((post) => ({ ...timeOf(post, days), from: post.due_at })) });
      },
    },
    {
      label: 'Delete',
      icon: 'trash',
      isDanger: true,
      text: 'They are taken out of their schedules and do not go out. What is posted stays. This cannot be undone.',
      busy: remove.busy,
      busyLabel: 'Deleting…',
      run: (ids) => remove.run({ ids }),
    },
  ];
}

/** A post's time in UTC, in the format of the call: its zone's clocks may show its local time twice. */
const exactTimeOf = ({ id, due_at: at }: Post) => ({
  id,
  date: at.slice(0, 10),
  time: at.slice(11, 16),
  timezone: 'UTC',
});

/** A post's time some days away, in the format of the call. */
const timeOf = ({ id, scheduled, timezone }: Post, days: number) => ({
  id,
  date: addDays(scheduled.slice(0, 10), days),
  time: scheduled.slice(11),
  timezone,
});
