import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Data, Name, Sent } from '#contract/index.ts';
import type { Conflict } from '#contract/base/versions.ts';
import { CallError, NotConfirmed, call, type CallOptions } from './call.ts';
import { notify } from '../parts/notices/notify.ts';
import { isSaid, paragraphsInSight } from './said.ts';
import { untilAnswered } from './until-answered.ts';

type ActionOptions<N extends Name> = {
  onDone?: (data: Data<N>, sent: Sent<N>) => void;
  /** Called with a failure; returns true if it has already shown the failure to the person. */
  onRefused?: (error: CallError) => unknown;
  /** Handles a conflict, which otherwise is not shown. */
  onConflict?: (conflict: Conflict) => void;
  /** Shows no notice of success; a failure is shown anyway. */
  quiet?: boolean;
};

/** A running action: `run` resolves to whether it succeeded and never rejects; `errors` are messages by field. */
export type Action<N extends Name> = {
  run: (input: Sent<N>, options?: CallOptions) => Promise<boolean>;
  busy: boolean;
  /** Why the last try failed, for places that show it longer than a notice; '' after a success. */
  failure: string;
  errors: Readonly<Record<string, string>>;
  /** Clears a field's message, for example when the person corrects it; without a name, all messages. */
  forget: (field?: string) => void;
};

/**
 * Makes a call and shows its result in a notice. A failure that the page itself shows, at its fields or in a `Failure`,
 * gets no notice: it is only read out.
 */
export function useAction<N extends Name>(
  name: N,
  { onDone, onRefused, onConflict, quiet = false }: ActionOptions<N> = {},
): Action<N> {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const page = useLeaving();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ input, options }: { input: Sent<N>; options: CallOptions | undefined }) => {
      const send = () => call(name, input, options);
      return options?.repeats ? untilAnswered(send, page.current.signal) : send();
    },
  });

  const run = async (input: Sent<N>, options?: CallOptions) => {
    setErrors({});
    setFailure('');
    try {
      const { message, data } = await mutateAsync({ input, options });
      if (!quiet && message !== '') notify.success(message);
      onDone?.(data, input);
      return true;
    } catch (error) {
      if (options?.signal?.aborted || error instanceof NotConfirmed) return false; // the person cancelled it themselves
      if (!(error instanceof CallError)) throw error;
      if (error.conflict && onConflict) {
        onConflict(error.conflict);
        return false;
      }
      let isTold = false;
      // Rendered at once, since the notice depends on the page's text afterwards.
      flushSync(() => {
        setErrors(error.errors);
        setFailure(error.message);
        isTold = onRefused?.(error) === true;
      });
      if (isTold || error.status === 401) return false; // the log-in says that the session ended
      if (isSaid(error, paragraphsInSight())) notify.heard(error.message);
      else notify.danger(error.message);
      return false;
    }
  };

  const forget = (field?: string) =>
    setErrors((before) =>
      field === undefined ? {} : Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)),
    );

  return { run, busy: isPending, failure, errors, forget };
}

/** Aborts when the person leaves the screen, so that no later request is sent. */
function useLeaving() {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    if (leaving.current.signal.aborted) leaving.current = new AbortController(); // an effect may run twice
    return () => leaving.current.abort();
  }, []);
  return leaving;
}
