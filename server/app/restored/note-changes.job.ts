import { jobs } from '../../base/jobs.ts';
import { openJournal } from '../../base/journal/index.ts';
import { runIn, compareWithJournal, noteChanges } from '../../publishing/index.ts';

/** The minute of an hour at which old segments are removed, and the whole journal is compared. */
const tidyMinute = 7;

/** Copies deletions, schedules and renewals of tokens to the journal, each minute. */
export const noteChangesInJournal = jobs.noteChanges.handledBy(({ db, config, clock }) => async () => {
  const journal = openJournal(config);
  try {
    const now = clock();
    await db.asSystem((tx) => noteChanges(runIn(tx), { write: (entries) => journal.writeChanges(entries), now }));
    if (now.getUTCMinutes() !== tidyMinute) return;
    await journal.thin(now);
    await compareWithJournal(db.pool, { journal, now: clock });
  } finally {
    await journal.close();
  }
});
