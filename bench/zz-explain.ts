import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/database.ts';
import { planDeliveries } from './publishing-stage.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import * as claim from '#server/publishing/claim.ts';
const dir = mkdtempSync('/tmp/pubx/pg-');
import { chmodSync } from 'node:fs'; chmodSync('/tmp/pubx',0o755); chmodSync(dir,0o755);
const postgres = await startEmbeddedPostgres({ dir: dir + '/postgres' });
await migrate(postgres.url);
const db0 = openDatabase(postgres.url, { max: 4 }); const { openEnginePool } = await import('#server/publishing/statements.ts'); const db: any = { pool: openEnginePool(db0.pool, {max: 4, durable: false}), close: () => db0.close() };
const id = async (t: string, v: unknown[]) => (await db.pool.query(t + ' returning id', v)).rows[0].id;
const agencyId = await id(`insert into agencies (name) values ('Bench')`, []);
const clientId = await id(`insert into users (agency_id, role, name, email) values ($1, 'client', 'Client', 'client@bench.test')`, [agencyId]);
const { rows } = await db.pool.query(`insert into social_accounts (agency_id, user_id, network, external_id, username, credentials, gap_seconds) select $1, $2, 'telegram', g::text, 'x', repeat('x',200), 3 from generate_series(1,2000) g returning id`, [agencyId, clientId]);
const due = new Date();
const stage: any = { db, agencyId, clientId, accountIds: rows.map((r: any) => r.id) };
let t = performance.now();
await planDeliveries({...stage, db: db0} as any, { name: 'r', deliveries: Array.from({ length: 10000 }, (_, i) => ({ account: i % 2000, dueAt: due })) });
console.log('plan', performance.now() - t);
const text = (claim as any).claimDueStatement?.text ?? (await import('node:fs')).readFileSync('server/publishing/claim.ts', 'utf8');
for (let i = 0; i < 12; i++) { t = performance.now();
 const now = new Date(Date.now() + 1000);
 const c = await claim.claimDue(async (s: any, v: any) => (await db.pool.query({ ...s, values: [...v] })).rows as any, { worker: 'w', now, leaseUntil: new Date(now.getTime() + 60000), limit: 30, rooms: new Map([['telegram', 30]]) as any });
 console.log('claim', c.length, (performance.now() - t).toFixed(1)); }
const { claimDueStatementForTest: st } = claim as any;
if (st) { for (const mode of ['force_custom_plan','force_generic_plan']) { const cl = await db.pool.connect(); await cl.query('select 1');await cl.query('set plan_cache_mode=' + mode); await cl.query('begin'); await cl.query('prepare x(timestamptz,text,timestamptz,int,text[],int[]) as ' + st.text); const r = await cl.query(`explain (analyze, buffers) execute x('${new Date(Date.now()+2000).toISOString()}','w','2027-01-01',30,'{telegram}','{30}')`); console.log(mode); console.log(r.rows.map((x: any) => x['QUERY PLAN']).join('\n')); await cl.query('rollback'); cl.release(true);} }
await db.close(); await postgres.stop(); rmSync(dir, { recursive: true, force: true });
