/** `npm run admin -- <command>`: runs one of the operator's commands. */
import { runAdmin } from './app/processes/admin-commands.ts';
import { loadConfig } from './base/settings/config.ts';

const { code, text } = await runAdmin(process.argv.slice(2), loadConfig, (line) => {
  process.stderr.write(line);
});
(code === 0 ? process.stdout : process.stderr).write(text);
process.exit(code);
