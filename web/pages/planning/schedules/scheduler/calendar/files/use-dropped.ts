import { useCallback, useRef, useState } from 'react';
import { instantToLocal, type LocalTime } from '#rules/planning.ts';
import { call } from '../../../../../../api/call.ts';
import type { SentFile } from '../../../../../../api/send-file.ts';
import { untilAnswered } from '../../../../../../api/until-answered.ts';
import { lastAccounts } from '../../../../../../composer/last-accounts.ts';
import { ownZone } from '../../../../../../lib/when.ts';
import { newUuid } from '../../../../../../lib/uuid.ts';
import { library, useUploads } from '../../../../../../parts/uploads/use-uploads.ts';
import { purposeOf, refusalOf } from '../../../../../../parts/uploads/post-file.ts';
import { timeOfDrop } from './dropped.ts';

/** Files that wait for the answer for whom they are. */
type Waiting = { files: readonly File[]; drop: string };
/** What a dropped file becomes: a draft of a client at a time. */
type Wanted = { clientId: string; local: LocalTime; accounts: Promise<readonly string[]>; saveKey: string };

/** The accounts with which a post of a client begins. */
async function accountsOf(clientId: string): Promise<readonly string[]> {
  const { data } = await call('fetch-social-accounts', { user_id: clientId });
  return lastAccounts(clientId, data.accounts);
}

/** Makes drafts of files that were dropped on days: one each, a few at a time. `client` is the one in view. */
export function useDropped(client: string | null) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [drafts, setDrafts] = useState<readonly string[]>([]);
  const [local, setLocal] = useState<LocalTime>('');
  const wanted = useRef(new Map<File, Wanted>());
  const leaving = useRef(new AbortController());
  const make = useCallback(async (file: File, { file: sent }: SentFile): Promise<void> => {
    const draft = wanted.current.get(file);
    if (draft === undefined || sent === null) return;
    const { clientId, local, saveKey } = draft;
    const account_ids = [...(await draft.accounts)];
    const when = { date: local.slice(0, 10), time: local.slice(11), timezone: ownZone() };
    // The key makes a repeated save the same draft.
    const save = () =>
      call('save-post', { save_key: saveKey, client_id: clientId, account_ids, file_id: sent.id, when });
    const { data } = await untilAnswered(save, leaving.current.signal);
    setDrafts((before) => [...before, data.draft_id]);
  }, []);
  const uploads = useUploads({ streamId: library, itemCount: 0, purposeOf, onSent: make });
  const begin = ({ files, drop }: Waiting, clientId: string) => {
    const time = timeOfDrop(drop, instantToLocal(new Date(), ownZone()));
    const accounts = accountsOf(clientId).catch(() => []);
    for (const file of files) wanted.current.set(file, { clientId, local: time, accounts, saveKey: newUuid() });
    if (!uploads.busy) forget();
    setLocal((before) => (uploads.busy && before !== time ? '' : time));
    uploads.add(files.map((file) => ({ file, refusal: refusalOf(file) })));
  };
  const forget = () => {
    uploads.clear();
    setDrafts([]);
    setLocal('');
  };
  return {
    uploads,
    /** The drafts that were made. */ drafts,
    /** The time that all of them have; '' if they have several. */ local,
    /** How many files wait for the answer for whom they are; 0 for none. */ asks: waiting?.files.length ?? 0,
    onFiles: (files: readonly File[], drop: string) => {
      if (files.length === 0) return;
      if (client === null) setWaiting({ files, drop });
      else begin({ files, drop }, client);
    },
    answer: (clientId: string | null) => {
      if (waiting !== null && clientId !== null) begin(waiting, clientId);
      setWaiting(null);
    },
    forget,
    /** Discards the drafts that were made. */
    undo: async () => {
      for (const id of drafts) await call('delete-draft', { id });
      forget();
    },
  };
}
export type Dropped = ReturnType<typeof useDropped>;
