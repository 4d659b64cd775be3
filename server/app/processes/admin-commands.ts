/** The operator's commands. They can run while `npm start` is running. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { initDatabase } from '#db/roles.ts';
import { generatePassword, lackOf } from '#rules/passwords.ts';
import { membershipOf, plans } from '#rules/plans.ts';
import { describeHold, endHold } from '../restored/index.ts';
import { listDeletions } from '../account-data/index.ts';
import { backupCommand, isBackupCommand } from '../backup/index.ts';
import type { Config } from '../../base/settings/config.ts';
import { makeSandboxLink } from '../../base/settings/sandbox-door.ts';
import { addArticle, listArticles, listRatings, listSearches, removeArticle, withdrawArticle } from '../help/index.ts';
import { makeMasterLogin, createOwner, setPlan, listOwners, resetSecondFactor } from '../../people/operator/index.ts';
import { databaseName, takeEnvFile, whyNoDatabase } from './admin-settings.ts';
import { deadJobLines, runDeadAgain } from './dead-jobs.ts';
import { oneLine } from './process.ts';
import { onAddresses, onDatabase, prepare } from './admin-database.ts';
import { rotateKey } from './rotate-key.ts';
import { adminHelp } from './admin-help.ts';
import { withdrawWork } from '../../content/licences/index.ts';
import { answerRequest, materialLines, openTickets } from '../../selling/upgrades/index.ts';
import { missingSources } from '../../base/settings/sources.ts';
import { listSources } from '../../content/stock/index.ts';
import { sourceLine } from './source-line.ts';

/** An invalid command line. */
class UsageError extends Error {}

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  agency: { type: 'string' },
  password: { type: 'string' },
  plan: { type: 'string' },
  source: { type: 'string' },
  item: { type: 'string' },
  ticket: { type: 'string' },
  text: { type: 'string' },
  state: { type: 'string' },
  job: { type: 'string' },
  'leave-questions': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Given = {
  [
    Name in
      | 'email'
      | 'name'
      | 'agency'
      | 'password'
      | 'plan'
      | 'word'
      | 'source'
      | 'item'
      | 'ticket'
      | 'text'
      | 'state'
      | 'job'
  ]?: string | undefined;
} & { 'leave-questions'?: boolean | undefined };

const wordOf = ({ word }: Given, what: string): string => {
  if (word === undefined) throw new UsageError(`${what} is missing`);
  return word;
};

const emailOf = ({ email }: Given): string => {
  const parsed = z.email().safeParse(email?.trim().toLowerCase());
  if (!parsed.success) throw new UsageError('--email must be an email address');
  return parsed.data;
};

const membershipFrom = (plan: string): string => {
  const membership = plan === 'none' ? '' : membershipOf(plan.split(/__|,/));
  if (membership === null) throw new UsageError(`--plan must be some of ${plans.join(', ')}, or none`);
  return membership;
};

type Command = (db: Database, config: Config) => Promise<string>;

/** Parses the command line completely before anything is changed. */
const commands: Readonly<Record<string, (given: Given) => Command>> = {
  'create-owner': (given) => {
    const email = emailOf(given);
    const password = given.password ?? generatePassword(randomInt);
    if (lackOf(password) !== null) {
      throw new UsageError(
        '--password must have at least 8 characters with an upper-case and a lower-case letter, a digit and ' +
          'one of !@#$%^&*',
      );
    }
    const name = given.name ?? email.replace(/@.*/, '');
    const owner = {
      email,
      name,
      agencyName: given.agency ?? name,
      password,
      membership: membershipFrom(given.plan ?? 'none'),
    };
    return async (db, config) => {
      await createOwner(db, owner);
      const shown =
        given.password === undefined
          ? `Password: ${password}
`
          : '';
      return `Created ${email}. Sign in at ${config.publicUrl}/login
${shown}`;
    };
  },
  'set-plan': (given) => {
    const email = emailOf(given);
    if (given.plan === undefined) throw new UsageError('--plan is missing');
    const membership = membershipFrom(given.plan);
    return async (db) => {
      await db.asSystem((tx) => setPlan(tx, { email, membership }));
      return `${email} now has ${membership === '' ? 'no plan' : membership.replaceAll('__', ', ')}\n`;
    };
  },
  'master-login': (given) => {
    const email = emailOf(given);
    return async (db, config) => {
      const { token } = await db.asSystem((tx) => makeMasterLogin(tx, { email, now: new Date() }));
      return `${config.publicUrl}/master-login?email=${encodeURIComponent(email)}&token=${token}\n`;
    };
  },
  'sandbox-link': () => async (_db, config) => `${makeSandboxLink(config)}\n`,
  'reset-second-factor': (given) => {
    const email = emailOf(given);
    return async (db) => {
      await db.asSystem((tx) => resetSecondFactor(tx, { email }));
      return `Two-step log-in is off for ${email}. They are signed out everywhere and have been notified by mail.\n`;
    };
  },
  'list-owners': () => async (db) => {
    const owners = await db.asSystem((tx) => listOwners(tx));
    return owners
      .map(
        ({ email, agency_name, membership }) =>
          `${email}\t${agency_name}\t${membership.replaceAll('__', ', ') || 'no plan'}\n`,
      )
      .join('');
  },
  hold: () => describeHold,
  release:
    ({ 'leave-questions': leaveQuestions = false }) =>
    (db) =>
      endHold(db, { leaveQuestions }),
  'list-deletions': () => async (db) => {
    const deletions = await db.asSystem((tx) => listDeletions(tx));
    return deletions
      .map(({ former_agency_id: id, asked_at: askedAt, finished_at: finishedAt, step }) => {
        const state = finishedAt === null ? `under way: ${step}` : `deleted ${finishedAt.toISOString()}`;
        return `${id}\tasked for ${askedAt.toISOString()}\t${state}\n`;
      })
      .join('');
  },
  'list-articles': () => async (_db, config) => `${listArticles(config.dataDir).join('\n')}\n`,
  'add-article': (given) => {
    const path = wordOf(given, 'the file');
    return async (_db, config) => `${addArticle(config.dataDir, path)} is in the help\n`;
  },
  'withdraw-article': (given) => {
    const name = wordOf(given, 'the name of the article');
    return async (_db, config) => {
      withdrawArticle(config.dataDir, name);
      return `${name} is withdrawn\n`;
    };
  },
  'remove-article': (given) => {
    const name = wordOf(given, 'the name of the article');
    return async (_db, config) => {
      removeArticle(config.dataDir, name);
      return `${name} is removed from the folder\n`;
    };
  },
  'list-searches': () => async (db) => {
    const searches = await db.asSystem((tx) => listSearches(tx));
    return searches.map(({ words, times, last_on: last }) => `${times}\t${last}\t${words}\n`).join('');
  },
  'list-ratings': () => async (db) => {
    const ratings = await db.asSystem((tx) => listRatings(tx));
    return ratings
      .map(({ article, yes, no, words }) =>
        [`${article}\t${yes} yes\t${no} no\n`, ...(words ?? []).map((each) => `\t${each.replace(/\s+/g, ' ')}\n`)].join(
          '',
        ),
      )
      .join('');
  },
  'list-dead-jobs': () => deadJobLines,
  'run-dead-jobs': ({ job }) => {
    if (job === undefined) throw new UsageError('--job is missing: an id or a name of list-dead-jobs');
    return (db) => runDeadAgain(db, job);
  },
  'list-tickets': () => (db) => db.asSystem((tx) => openTickets(tx)),
  'answer-ticket': (given) => async (db, config) => {
    await db.asSystem((tx) => answerRequest(tx, { ...given, config, now: new Date() }));
    return 'The request is answered\n';
  },
  // Run by itself: the others need the database that this one makes.
  'init-database': () => async () => '',
  'rotate-key': () => rotateKey,
  'list-materials': () => async (_db, config) => `${materialLines(config.dataDir).join('\n')}\n`,
  'withdraw-licence': ({ source, item }) => {
    if (source === undefined || item === undefined) throw new UsageError('--source and --item are both needed');
    return async (db, { publicUrl }) => {
      const agencies = await db.asSystem((tx) => withdrawWork(tx, { source, item, now: new Date(), publicUrl }));
      return `${source} ${item} is withdrawn for ${agencies === 1 ? 'one agency' : `${agencies} agencies`}\n`;
    };
  },
  'list-sources': () => async (db, config) => {
    const states = await db.asSystem((tx) => listSources(tx, config.sources));
    const on = states.map(sourceLine).join('');
    return `${on}${missingSources(config.sources).join('')}`;
  },
};

function commandOf(args: readonly string[]): Command | null {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(oneLine(error));
  }
  const {
    values,
    positionals: [name, ...rest],
  } = parsed;
  if (values.help === true || (name === undefined && args.length === 0)) return null;
  const command = name === undefined ? undefined : commands[name];
  if (command === undefined) throw new UsageError(`there is no command "${name ?? ''}"`);
  // An email may be passed without its option.
  const [email = ''] = rest;
  if (rest.length === 1 && values.email === undefined && email.includes('@')) return command({ ...values, email });
  const [word] = rest;
  const takesWord = /^(add|withdraw|remove)-article$/.test(name ?? '');
  if (takesWord && rest.length === 1 && word !== undefined) return command({ word });
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much`);
  return command(values);
}

/** The command that runs before there is a database: makes it and its roles. */
async function initialise({ databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseAdminUrl: adminUrl }: Config) {
  if (url === null || ownerUrl === null || adminUrl === null)
    throw new UsageError('init-database needs DATABASE_URL, DATABASE_OWNER_URL and DATABASE_ADMIN_URL (.env.example)');
  await initDatabase({ adminUrl, ownerUrl, url });
  const roles = `"${new URL(ownerUrl).username}" owns it, "${new URL(url).username}" reads and writes its rows`;
  return `The database "${new URL(url).pathname.slice(1)}" is ready: ${roles}.\n`;
}

async function runBackup(args: readonly string[], load: () => Config): Promise<string> {
  let command;
  try {
    command = backupCommand(args);
  } catch (error) {
    throw new UsageError(oneLine(error));
  }
  const config = load();
  return command(config, (work) =>
    onAddresses(config, (addresses) => work(addresses, () => prepare(config, addresses.url))),
  );
}

/** The end of a command: its exit code, and what goes to the standard output or error. */
export type CommandEnd = { code: 0 | 1 | 2; text: string };

/**
 * Runs a command line with the settings that `load` reads, from the file of --env-file if it is given: code 1 if it
 * fails, 2 if it cannot be understood. `say` gets the name of the database first.
 */
export async function runAdmin(
  given: readonly string[],
  load: (envFile?: string) => Config,
  say: (line: string) => void = () => {},
): Promise<CommandEnd> {
  const { args, envFile } = takeEnvFile(given);
  const settings = (): Config => {
    const config = load(envFile);
    const without = whyNoDatabase(config, { envFile });
    if (without !== null) throw new Error(without);
    say(`Database: ${databaseName(config)}\n`);
    return config;
  };
  try {
    if (isBackupCommand(args[0])) return { code: 0, text: await runBackup(args, settings) };
    const command = commandOf(args);
    if (command === null) return { code: 0, text: adminHelp };
    const config = settings();
    if (args[0] === 'init-database') return { code: 0, text: await initialise(config) };
    return { code: 0, text: await onDatabase(config, (db) => command(db, config)) };
  } catch (error) {
    const hint = error instanceof UsageError ? '\nnpm run admin -- --help tells what there is.\n' : '';
    return { code: error instanceof UsageError ? 2 : 1, text: `AgencyReel: ${oneLine(error)}\n${hint}` };
  }
}
