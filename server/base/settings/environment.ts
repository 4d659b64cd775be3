/** Where the settings come from: the environment, and files of it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/** A setting that cannot be used; the message is one line for the operator. */
export class ConfigError extends Error {}

/** The source of the settings; '' counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The raw environment; unset settings are those of `envFile`, which must exist, or of the project's `.env`. Also for
 * child processes that read their own settings from it.
 */
export function environmentWithFile(envFile?: string): Environment {
  const own = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const fromFile =
    envFile === undefined ? readEnvFile(resolve(projectRoot, '.env'), '.env') : readEnvFile(resolve(envFile), envFile);
  if (fromFile === null && envFile !== undefined) throw new ConfigError(`${envFile} does not exist`);
  return { ...fromFile, ...own };
}

function readEnvFile(path: string, name: string): Environment | null {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ConfigError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
