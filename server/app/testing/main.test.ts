import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { enqueue } from '#db/jobs.ts';
import { testDatabase } from '#db/testing.ts';
import { verifyPassword } from '../../base/secrets/passwords.ts';
import { parseConfig } from '../../base/settings/config.ts';
import { whyNoDatabase } from '../processes/admin-settings.ts';
import { runAdmin } from '../processes/admin-commands.ts';

const programOf = (name: string) => fileURLToPath(new URL(`../../${name}.ts`, import.meta.url));
const programs = {
  main: programOf('main'),
  admin: programOf('admin'),
  web: programOf('web'),
  worker: programOf('worker'),
};
const dir = mkdtempSync(join(tmpdir(), 'agencyreel-main-'));

/** The compile cache of this test run, if it has one: two dozen programs start here. */
const compileCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };

const launch = (program: keyof typeof programs, settings: Record<string, string>, args: string[] = []) =>
  spawn(process.execPath, [programs[program], ...args], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dir, ...compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function ended(child: ReturnType<typeof launch>) {
  const code = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors, code: await code };
}

/** Runs one of our programs to its end, with only these settings. */
const run = (...program: Parameters<typeof launch>) => ended(launch(...program));

describe('a start that cannot work ends with code 1 and one line', () => {
  const file = join(dir, 'a-file');
  writeFileSync(file, '');
  const cases: [string, Record<string, string>, RegExp][] = [
    ['a port that is not a number', { PORT: 'many' }, /^AgencyReel: PORT must be a whole number\n$/],
    [
      'a data directory that cannot be written',
      { PORT: '0', DATA_DIR: join(file, 'data') },
      /^AgencyReel: cannot write to DATA_DIR .*\n$/,
    ],
    [
      'a data directory where none may be created',
      { PORT: '0', DATA_DIR: '/proc/agencyreel' },
      /^AgencyReel: cannot write to DATA_DIR .*\n$/,
    ],
    [
      'a database that does not answer',
      { PORT: '0', DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' },
      /^AgencyReel: the database at DATABASE_URL cannot be used: .*\n$/,
    ],
  ];
  for (const [what, settings, line] of cases) {
    test(what, async () => {
      const { errors, code } = await run('main', settings);
      assert.match(errors, line);
      assert.equal(code, 1);
    });
  }

  test('a start on a port that is in use ends with code 1 and one line', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { errors, code } = await run('main', { PORT: port });
    other.close();
    assert.equal(errors, `AgencyReel: port ${port} is already taken: stop what uses it, or set PORT to another one\n`);
    assert.equal(code, 1);
  });
});

describe('a production process', () => {
  /** Starts a process, answers its line about the first owner, and stops it. */
  async function said(program: 'web' | 'worker', settings: Record<string, string>) {
    const child = launch(program, { PORT: '0', ...settings });
    const whole = ended(child);
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    const { errors, code } = await whole;
    assert.equal(code, 0);
    return errors;
  }

  test('the process creates the owner of the settings in an empty database, who can sign in', async () => {
    const db = await testDatabase();
    const settings = { DATABASE_URL: db.url, OWNER_EMAIL: 'Ann@example.test', OWNER_PASSWORD: 'Sunny-Day1!' };
    assert.equal(
      await said('web', settings),
      'AgencyReel: created the first owner, ann@example.test, with the password in OWNER_PASSWORD\n',
    );
    const { rows } = await db.pool.query<{ password_hash: string }>(
      "select password_hash from users where email = 'ann@example.test' and role = 'owner'",
    );
    assert.equal(await verifyPassword('Sunny-Day1!', rows[0]?.password_hash ?? null), true);
  });

  test('without an owner in the settings, one line says how to create the first one', async () => {
    const db = await testDatabase();
    const [, command = ''] =
      /^AgencyReel: nobody can sign in yet; create the first owner: npm run admin -- (.*)\n$/.exec(
        await said('worker', { DATABASE_URL: db.url }),
      ) ?? [];
    assert.match(
      (await run('admin', { DATABASE_URL: db.url }, command.split(' '))).output,
      /^Created you@example\.com\./,
    );
  });
});

describe("the operator's command line", async () => {
  const db = await testDatabase();
  const settings = { DATABASE_URL: db.url, PUBLIC_URL: 'https://app.example' };
  const config = parseConfig(settings, dir);
  // In this process: loading the server takes a second of a processor.
  const admin = (...args: string[]) => runAdmin(args, () => config);

  test('the command line lists its commands', async () => {
    const { output, errors, code } = await run('admin', settings, ['--help']);
    assert.match(output, /^Usage: npm run admin/);
    assert.deepEqual([errors, code], ['', 0]);
  });

  test('the program ends with the code of its command, and says a mistake on the standard error', async () => {
    const { output, errors, code } = await run('admin', settings, ['dance']);
    assert.match(errors, /^AgencyReel: there is no command "dance"\n/);
    assert.deepEqual([output, code], ['', 2]);
  });

  test('the command line creates an owner with a password that is printed once, and changes the plan', async () => {
    const made = await admin('create-owner', '--email=Zoe@example.test', '--agency=Zoe & Co', '--plan=dfy,unlimited');
    assert.match(
      made.text,
      /^Created zoe@example\.test\. Sign in at https:\/\/app\.example\/login\nPassword: \S{16}\n$/,
    );
    const again = await admin('create-owner', '--email=zoe@example.test');
    assert.deepEqual([again.text, again.code], ['AgencyReel: the email zoe@example.test is already in use\n', 1]);
    assert.equal(
      (await admin('set-plan', '--email=zoe@example.test', '--plan=enterprise')).text,
      'zoe@example.test now has enterprise\n',
    );
    assert.equal((await admin('list-owners')).text, 'zoe@example.test\tZoe & Co\tenterprise\n');
  });

  test('a command reads the settings of the services, and says which database it works on', async () => {
    const file = join(dir, 'services.env');
    writeFileSync(file, `DATABASE_URL=${db.url}\n`);
    const { output, errors, code } = await run('admin', {}, ['list-owners', `--env-file=${file}`]);
    const { pathname, port, username } = new URL(db.url);
    assert.equal(errors, `Database: ${pathname.slice(1)} at 127.0.0.1:${port}, as ${username}\n`);
    assert.deepEqual([output, code], ['zoe@example.test\tZoe & Co\tenterprise\n', 0]);
  });

  test('a command never makes a database of its own', async () => {
    const bare = parseConfig({}, mkdtempSync(join(tmpdir(), 'agencyreel-admin-')));
    const exists = (path: string): boolean => path === '/etc/agencyreel.env';
    assert.match(whyNoDatabase(bare, { envFile: undefined, exists }) ?? '', /add --env-file=\/etc\/agencyreel\.env$/);
    assert.match(whyNoDatabase(bare, { envFile: 'x', exists }) ?? '', /has no database: name the services' settings/);
    assert.equal(whyNoDatabase(bare, { envFile: undefined, exists: (path) => path.endsWith('/database') }), null);
    assert.equal(whyNoDatabase(config, { envFile: undefined, exists }), null);
  });

  test('dead jobs are listed without content and queued again, by id or by name', async () => {
    await db.asSystem((tx) => enqueue(tx, 'send-mail', { letter: 'written', text: 'canary', linkId: '7' }));
    for (let count = 0; count < 3; count += 1)
      await db.pool.query(`insert into pgboss.job_common (name, data, policy, source_name, source_output)
        values ('dead-letters', '{"letter": "written", "text": "canary", "linkId": "7"}', 'standard', 'send-mail',
          '{"message": "cannot send \\"canary\\""}')`);
    const lines = (await admin('list-dead-jobs')).text.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^[\da-f-]{36}\tsend-mail\t\S+Z\tlinkId=7\tcannot send …$/);
    assert.equal(lines.length, 3);
    const one = await admin('run-dead-jobs', `--job=${lines[0]?.slice(0, 36)}`);
    assert.equal(one.text, 'One job waits to run again\n');
    assert.equal((await admin('run-dead-jobs', '--job=send-mail')).text, '2 jobs wait to run again\n');
    const { rows } = await db.pool.query(`select count(*)::int as count from pgboss.job where name = 'send-mail'
      and state = 'created' and data ->> 'linkId' = '7'`);
    assert.deepEqual(rows, [{ count: 4 }]);
    assert.equal((await admin('run-dead-jobs', '--job=send-mail')).code, 1);
  });

  test('the command line prints a link for a master login that is stored only as a hash', async () => {
    const { text: output } = await admin('master-login', '--email=zoe@example.test');
    const [, token = ''] =
      /^https:\/\/app\.example\/master-login\?email=zoe%40example\.test&token=([\w-]{43})\n$/.exec(output) ?? [];
    const { rows } = await db.pool.query(
      "select purpose, expires_at - created_at <= interval '5 minutes' as short from login_links where token_hash = " +
        'sha256($1)',
      [Buffer.from(token)],
    );
    assert.deepEqual(rows, [{ purpose: 'master-login', short: true }]);
  });

  test('the command line turns two-step log-in off for one person, who gets a mail about it', async () => {
    await db.pool.query(`insert into second_factors (user_id, agency_id, secret, created_at, turned_on_at)
      select id, agency_id, 'sealed', now(), now() from users where email = 'zoe@example.test'`);
    const { text: output, code } = await admin('reset-second-factor', 'zoe@example.test');
    assert.deepEqual(
      [output, code],
      [
        'Two-step log-in is off for zoe@example.test. They are signed out everywhere and have been notified by mail.\n',
        0,
      ],
    );
    const { rows } = await db.pool.query(
      'select (select count(*)::int from second_factors) as factors, (select count(*)::int from ' +
        'pgboss.job where data ' +
        "->> 'to' = 'zoe@example.test') as mails",
    );
    assert.deepEqual(rows, [{ factors: 0, mails: 1 }]);
    const again = await admin('reset-second-factor', '--email=zoe@example.test');
    assert.deepEqual([again.text, again.code], ['AgencyReel: two-step log-in is off for zoe@example.test\n', 1]);
  });

  const mistakes: [string[], RegExp][] = [
    [['create-owner'], /--email must be/],
    [['set-plan', '--email=a@b.test'], /--plan is missing/],
    [['set-plan', '--email=a@b.test', '--plan=gold'], /--plan must be some of/],
    [['list-owners', '--fast'], /--fast/],
    [['list-owners', 'now'], /too much/],
    [['create-owner', '--email=a@b.test', '--password=weak'], /--password must have/],
  ];
  for (const [args, message] of mistakes) {
    test(`the command line refuses "${args.join(' ')}"`, async () => {
      const { text: errors, code } = await admin(...args);
      assert.match(errors, message);
      assert.equal(code, 2);
    });
  }

  test('the command line reports an unknown email', async () => {
    assert.equal((await admin('master-login', '--email=nobody@example.test')).code, 1);
  });
});
