/** Background jobs that failed for good, for the operator's command line. */
import type { Database } from '#db/database.ts';
import { listDeadJobs, runDeadJobs, type DeadJob } from '#db/job-figures.ts';
import { describeError } from '../http/index.ts';

const most = 1000;

/** One line a job: its id, its name, when it failed, its ids of rows, and why, without a person's content. */
export async function deadJobLines(db: Database): Promise<string> {
  const jobs = await db.asSystem((tx) => listDeadJobs(tx, { limit: most }));
  return jobs.map(lineOf).join('');
}

function lineOf({ id, name, data, failedAt, output }: DeadJob): string {
  const ids = Object.entries(data).flatMap(([key, value]) => (key.endsWith('Id') ? [`${key}=${value}`] : []));
  const { text = 'no reason' } = describeError(output);
  return `${[id, name, failedAt.toISOString(), ids.join(' ') || '-', String(text)].join('\t')}\n`;
}

/** Queues dead jobs again, by the id of one or the name of all; says how many. */
export async function runDeadAgain(db: Database, job: string): Promise<string> {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(job);
  const count = await db.asSystem((tx) => runDeadJobs(tx, isId ? { id: job } : { name: job }));
  if (count === 0) throw new Error(`no dead job has the id or name "${job}"`);
  return `${count === 1 ? 'One job waits' : `${count} jobs wait`} to run again\n`;
}
