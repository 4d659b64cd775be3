import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { notify } from '../notices/notify.ts';
import { makeStale } from '../../api/stale.ts';
import { beginVisit, type Visit, type VisitEnd, type VisitRequest } from './consent-visit.ts';

/** Connecting on networks' own pages, one visit at a time. */
export type ConsentState = {
  /** The visit in progress; `outOfSight` if its window is closed or cut off from this page. */
  visit: (Visit & { outOfSight: boolean }) | null;
  /** Why the last visit failed; otherwise ''. */
  problem: string;
  /** Facebook's pages and groups, while one is being chosen. */
  choice: { state: string; list: Data<'facebook-targets'> } | null;
  begin: (request: VisitRequest) => void;
  /** Ends the choice. */
  endChoice: () => void;
};

/** The visits of one panel; leaving the page cancels the current one. */
export function useConsent(): ConsentState {
  const [visit, setVisit] = useState<ConsentState['visit']>(null);
  const [problem, setProblem] = useState('');
  const [choice, setChoice] = useState<ConsentState['choice']>(null);
  const running = useRef<Visit | null>(null);
  useEffect(() => () => running.current?.cancel(), []);

  const settle = (end: VisitEnd) => {
    switch (end.kind) {
      case 'connected':
        notify.success(end.message);
        // The window on the network's page may have made the call.
        return makeStale('accounts', 'connect-links', 'posts');
      case 'choose':
        return setChoice({ state: end.state, list: end.list });
      case 'failed':
        notify.danger(end.message);
        return setProblem(end.message);
      case 'cancelled':
        return;
      default:
        return end satisfies never;
    }
  };
  const begin = (request: VisitRequest) => {
    running.current?.cancel();
    const started = beginVisit(request, () =>
      setVisit((shown) => (shown === null || running.current !== started ? shown : { ...shown, outOfSight: true })),
    );
    running.current = started;
    setVisit({ ...started, outOfSight: false });
    setProblem('');
    void started.ended.then((end) => {
      if (running.current !== started) return;
      running.current = null;
      setVisit(null);
      settle(end);
    });
  };
  return { visit, problem, choice, begin, endChoice: () => setChoice(null) };
}
