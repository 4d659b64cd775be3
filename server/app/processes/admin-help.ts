import { plans } from '#rules/plans.ts';

/** What `npm run admin -- --help` prints. */
export const adminHelp = `Usage: npm run admin -- <command>

  create-owner --email=<email> [--name=<name>] [--agency=<name>] [--password=<password>] [--plan=<plans>]
      Adds an owner with an agency of its own. Without a password one is made up and printed.
  set-plan --email=<owner's email> --plan=<plans>
      Changes what an owner may use. Plans: ${plans.join(', ')}; several are joined by a comma; none: --plan=none
  master-login --email=<email>
      Prints a link that signs you in as this person: it works once, for five minutes, and is written to the audit log.
  reset-second-factor <email>
      Turns two-step log-in off for a person who has lost the app and the recovery codes, and tells them by mail.
  list-owners
      Prints every owner with agency and plans.
  list-deletions
      Prints the numbers of agencies that were deleted by their owners, and when.
  list-sources
      Prints how each configured source of pictures, videos, music … does: last good answer, last error, requests left.
  list-articles
      Prints every article of the help, and what is wrong with files of the folder help in DATA_DIR.
  add-article <file.md>
      Adds an article to the help, or replaces the one that is called like the file.
  withdraw-article <name>
      Takes an article that ships out of the help.
  remove-article <name>
      Removes an article that was added; one that was replaced or withdrawn is back as it ships.
  list-searches
      Prints what was searched for in the help without a result, the most frequent first.
  list-ratings
      Prints how often each article helped, and what was said of it.
  list-tickets
      Prints the requests from the Upgrades page that wait.
  answer-ticket --ticket=<number> --text=<answer> [--state=<answered, done or denied>]
      Answers a request: the owner sees it on the page and is mailed.
  list-materials
      Prints what the Upgrades page hands out, and what is wrong with the manifest in the folder upgrades of DATA_DIR.
  withdraw-licence --source=<source> --item=<the source's name of the work>
      Notes that a source does not offer a work any more, for all agencies that use it, and mails the owners whose posts
      wait with it. Sources and names stand in the licence ledger's CSV.
  --help
      Prints this.

Exit codes: 0 done, 1 it failed, 2 the command was not understood.
`;
