import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { notify } from '../../parts/notify.ts';
import { makeStale } from '../../queries.ts';
import { beginVisit, type Visit, type VisitEnd, type VisitRequest } from './consent-visit.ts';
import { staleOnceConnected } from './stale.ts';

/** Joining on networks' own pages, one visit at a time. */
export type ConsentState = {
  /** The visit that is waited for. */
  visit: Visit | null;
  /** Why the last visit came to nothing; '' otherwise. */
  problem: string;
  /** Facebook's pages and groups, while one is to be chosen. */
  choice: { state: string; list: Data<'facebook-targets'> } | null;
  begin: (request: VisitRequest) => void;
  /** Ends choosing; with `connected`, what it made stale is read again. */
  endChoice: (connected: boolean) => void;
};

/** The state of joining for one panel; leaving the page gives the visit up. */
export function useConsent(): ConsentState {
  const client = useQueryClient();
  const [visit, setVisit] = useState<Visit | null>(null);
  const [problem, setProblem] = useState('');
  const [choice, setChoice] = useState<ConsentState['choice']>(null);
  const running = useRef<Visit | null>(null);
  useEffect(() => () => running.current?.cancel(), []);

  const refresh = () => {
    for (const name of staleOnceConnected) makeStale(client, name);
  };
  const settle = (end: VisitEnd) => {
    switch (end.kind) {
      case 'connected':
        notify.success(end.message);
        return refresh();
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
    const started = beginVisit(request);
    running.current = started;
    setVisit(started);
    setProblem('');
    void started.ended.then((end) => {
      if (running.current !== started) return;
      running.current = null;
      setVisit(null);
      settle(end);
    });
  };
  const endChoice = (connected: boolean) => {
    setChoice(null);
    if (connected) refresh();
  };
  return { visit, problem, choice, begin, endChoice };
}
