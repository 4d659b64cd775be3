import { calls } from '#contract/index.ts';
import type { Handlers } from './handlers.ts';
import { merge } from './http/handlers.ts';

const features = [
  ['./auth/calls.ts', 'authCalls'],
  ['./clients/calls.ts', 'clientCalls'],
  ['./accounts/calls.ts', 'accountCalls'],
  ['./streams/calls.ts', 'streamCalls'],
  ['./schedules/calls.ts', 'scheduleCalls'],
  ['./dashboard/calls.ts', 'dashboardCalls'],
] as const;

async function load(file: string, name: string): Promise<Partial<Handlers>> {
  try {
    const feature: unknown = await import(file);
    const found: unknown = typeof feature === 'object' && feature !== null ? Reflect.get(feature, name) : undefined;
    return typeof found === 'object' && found !== null ? found : {};
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return {};
    throw error;
  }
}

const missing = Object.fromEntries(calls.map(({ name }) => [name, () => { throw new Error(`${name} has no handler`); }]));

/** The handler of every call. */
export const handlers: Partial<Handlers> = Object.assign({}, missing, merge(...await Promise.all(features.map(([file, name]) => load(file, name)))));
