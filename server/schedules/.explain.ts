import { openDatabase } from '../../db/database.ts';
import { readFileSync } from 'node:fs';
const url = readFileSync('/tmp/perf/out.txt', 'utf8').split(' ')[0]!;
const db = openDatabase(url, { max: 2 });
const { sql } = await import('kysely');
const { listSchedules, countSchedules } = await import('./list-queries.ts');
const { countDays, listEvents } = await import('./calendar-queries.ts');
const { datesBetween, startsOfDays } = await import('./days.ts');
const wrap = (tx: any) => new Proxy(tx, { get(t, k) { 
  if (k === 'getExecutor') return () => { const ex = t.getExecutor(); return new Proxy(ex, { get(e: any, kk) { 
    if (kk === 'executeQuery') return async (cq: any, ...r: any[]) => { for (let i=0;i<2;i++) await e.executeQuery(cq, ...r); const t0 = performance.now(); await e.executeQuery(cq, ...r); const took = performance.now()-t0; const res = await e.executeQuery({ ...cq, sql: 'explain (analyze, buffers, costs off) ' + cq.sql }, ...r); console.log('took', took.toFixed(2)); console.log(res.rows.map((x: any) => x['QUERY PLAN']).join('\n')); return { rows: [] }; };
    const v = e[kk]; return typeof v === 'function' ? v.bind(e) : v; } }); };
  const v = t[k]; return typeof v === 'function' ? v.bind(t) : v; } });
const which = process.argv[2] ?? '';
await db.asAgency(process.argv[3] ?? '1', async (tx0) => {
  const tx = wrap(tx0); const agencyId = process.argv[3] ?? '1';
  const dates = datesBetween('2026-11-01', '2026-12-01');
  const days = { agencyId, clientId: null, starts: startsOfDays(dates, 'Europe/Berlin') };
  if (which === 'list') await listSchedules(tx, { agencyId, search: '', afterId: null });
  if (which === 'count') await countSchedules(tx, { agencyId, search: '' });
  if (which === 'days') await countDays(tx, days);
  if (which === 'events') await listEvents(tx, { ...days, perDay: 20 });
});
await db.close();
