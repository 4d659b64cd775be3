/** The operator's commands about a restored installation. */

import type { Database } from '#db/database.ts';
import type { Config } from '../../base/settings/config.ts';
import { openJournal, type Journal } from '../../base/journal/index.ts';
import { countUnseen, findHold, listMissingSchedules, releaseHold } from '../../publishing/index.ts';

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** What `npm run admin -- hold` prints: whether posting is held, what is settled, being checked and asked. */
export async function describeHold(db: Database, config: Config): Promise<string> {
  return db.asSystem(async (tx) => {
    const hold = await findHold(tx);
    const { all, checking, asked, agencies } = await countUnseen(tx);
    const lines = [
      hold === undefined
        ? 'Posting is not held.'
        : `Posting is held since ${hold.heldAt.toISOString()}, after the restore of the backup of ` +
          `${hold.backupAt.toISOString()}.`,
      `Posts that the backup did not see: ${all}. Settled or decided: ${all - checking - asked}. ` +
        `Being checked at their networks: ${checking}. Questions to people: ${asked}, of ` +
        `${counted(agencies, 'agency').replace('agencys', 'agencies')}.`,
    ];
    if (hold !== undefined) {
      const made = await schedulesSince(openJournal(config), hold.backupAt);
      const missing = await listMissingSchedules(tx, made);
      lines.push(
        ...missing.map(
          ({ schedule, agency, at }) => `Lost: schedule ${schedule} of agency ${agency}, made ${at.toISOString()}.`,
        ),
      );
    }
    return `${lines.join('\n')}\n`;
  });
}

async function schedulesSince(journal: Journal, since: Date) {
  const changes = await journal.changesSince(since);
  return changes.flatMap((change) => (change.kind === 'schedule-made' && change.at >= since ? [change] : []));
}

/** Ends the hold. With posts being checked or questions left it needs `leaveQuestions`, and says what is left. */
export async function endHold(db: Database, { leaveQuestions }: { leaveQuestions: boolean }): Promise<string> {
  return db.asSystem(async (tx) => {
    if ((await findHold(tx)) === undefined) return 'Posting is not held.\n';
    const { checking, asked } = await countUnseen(tx);
    const left = `${counted(checking, 'post')} being checked and ${counted(asked, 'question')} to people`;
    if (checking + asked > 0 && !leaveQuestions)
      throw new Error(
        `there are ${left}. They stay as they are, and none is sent by itself, if you run: ` +
          'npm run admin -- release --leave-questions',
      );
    await releaseHold(tx);
    return `Posting goes on${checking + asked > 0 ? `, with ${left}` : ''}.\n`;
  });
}
