/** The queries of deploy/monitoring: of the alert rules and of the Grafana board. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectDir } from './source-files.ts';

/** The folder of the rules, the board and the example of Prometheus' settings. */
export const monitoringDir = `${projectDir}deploy/monitoring/`;

const read = (name: string): string => readFileSync(monitoringDir + name, 'utf8');
const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const board = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

/** The alert rules' queries, by the alert's name. */
export const ruleQueries = rules
  .parse(parse(read('alerts.yml')))
  .groups.flatMap((group) => group.rules.map(({ alert, expr }) => ({ name: alert, query: expr })));

/** The board's queries, by the panel's title. */
export const boardQueries = board
  .parse(JSON.parse(read('grafana-board.json')))
  .panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, query: expr })));
