import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '#db/testing.ts';

const programs = { main: fileURLToPath(new URL('./main.ts', import.meta.url)), admin: fileURLToPath(new URL('./admin.ts', import.meta.url)) };
const dir = mkdtempSync(join(tmpdir(), 'agencyreel-main-'));

/** Runs a program of ours to its end, on settings of its own only. */
async function run(program: keyof typeof programs, settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [programs[program], ...args], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dir, ...settings }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => { child.once('exit', resolve); });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, code };
}

describe('a start that cannot work ends with code 1 and one line', () => {
  const file = join(dir, 'a-file');
  writeFileSync(file, '');
  const cases: [string, Record<string, string>, RegExp][] = [
    ['a port that is no number', { PORT: 'many' }, /^AgencyReel: PORT must be a whole number\n$/],
    ['a data directory that cannot be written', { PORT: '45090', DATA_DIR: join(file, 'data') }, /^AgencyReel: cannot write to DATA_DIR .*\n$/],
    ['a data directory in a place where nobody may make one', { PORT: '45090', DATA_DIR: '/proc/agencyreel' }, /^AgencyReel: cannot write to DATA_DIR .*\n$/],
    ['a database that does not answer', { PORT: '45090', DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' }, /^AgencyReel: the database at DATABASE_URL cannot be used: .*\n$/],
  ];
  for (const [what, settings, line] of cases) {
    test(what, async () => {
      const { errors, code } = await run('main', settings);
      assert.match(errors, line);
      assert.equal(code, 1);
    });
  }

  test('a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => { other.listen(0, '127.0.0.1', resolve); });
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { errors, code } = await run('main', { PORT: port });
    other.close();
    assert.equal(errors, `AgencyReel: port ${port} is already taken: stop what uses it, or set PORT to another one\n`);
    assert.equal(code, 1);
  });
});

describe("the operator's command line", async () => {
  const db = await testDatabase();
  const admin = (...args: string[]) => run('admin', { DATABASE_URL: db.url, PUBLIC_URL: 'https://app.example' }, args);

  test('tells what there is', async () => {
    const { output, code } = await admin('--help');
    assert.match(output, /^Usage: npm run admin/);
    assert.equal(code, 0);
  });

  test('makes an owner with a password that is printed once, and changes the plan', async () => {
    const made = await admin('create-owner', '--email=Zoe@example.test', '--agency=Zoe & Co', '--plan=dfy,unlimited');
    assert.match(made.output, /^Created zoe@example\.test\. Sign in at https:\/\/app\.example\/login\nPassword: \S{16}\n$/);
    const again = await admin('create-owner', '--email=zoe@example.test');
    assert.deepEqual([again.errors, again.code], ['AgencyReel: the email zoe@example.test is already in use\n', 1]);
    assert.equal((await admin('set-plan', '--email=zoe@example.test', '--plan=enterprise')).output, 'zoe@example.test now has enterprise\n');
    assert.equal((await admin('list-owners')).output, 'zoe@example.test\tZoe & Co\tenterprise\n');
  });

  test('prints a link for a master login that is stored only as a hash', async () => {
    const { output } = await admin('master-login', '--email=zoe@example.test');
    const [, token = ''] = /^https:\/\/app\.example\/master-login\?email=zoe%40example\.test&token=([\w-]{43})\n$/.exec(output) ?? [];
    const { rows } = await db.pool.query(
      "select purpose, expires_at - created_at <= interval '5 minutes' as short from login_links where token_hash = sha256($1)", [Buffer.from(token)]);
    assert.deepEqual(rows, [{ purpose: 'master-login', short: true }]);
  });

  test('turns two-step log-in off for one person, who is told by mail', async () => {
    await db.pool.query(`insert into second_factors (user_id, agency_id, secret, created_at, turned_on_at)
      select id, agency_id, 'sealed', now(), now() from users where email = 'zoe@example.test'`);
    const { output, code } = await admin('reset-second-factor', 'zoe@example.test');
    assert.deepEqual([output, code], ['Two-step log-in is off for zoe@example.test. They are signed out everywhere and have been told by mail.\n', 0]);
    const { rows } = await db.pool.query("select (select count(*)::int from second_factors) as factors, (select count(*)::int from pgboss.job where data ->> 'to' = 'zoe@example.test') as mails");
    assert.deepEqual(rows, [{ factors: 0, mails: 1 }]);
    const again = await admin('reset-second-factor', '--email=zoe@example.test');
    assert.deepEqual([again.errors, again.code], ['AgencyReel: two-step log-in is off for zoe@example.test\n', 1]);
  });

  const mistakes: [string[], RegExp][] = [
    [['dance'], /there is no command "dance"/], [['create-owner'], /--email must be/], [['set-plan', '--email=a@b.test'], /--plan is missing/],
    [['set-plan', '--email=a@b.test', '--plan=gold'], /--plan must be some of/], [['list-owners', '--fast'], /--fast/], [['list-owners', 'now'], /too much/],
    [['create-owner', '--email=a@b.test', '--password=weak'], /--password must have/],
  ];
  for (const [args, message] of mistakes) {
    test(`does not understand "${args.join(' ')}"`, async () => {
      const { errors, code } = await admin(...args);
      assert.match(errors, message);
      assert.equal(code, 2);
    });
  }

  test('finds nobody under an unknown email', async () => {
    assert.equal((await admin('master-login', '--email=nobody@example.test')).code, 1);
  });
});
