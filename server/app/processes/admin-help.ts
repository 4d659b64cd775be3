import { plans } from '#rules/plans.ts';

/** What `npm run admin -- --help` prints. */
export const adminHelp = `Usage: npm run admin -- <command> [--env-file=<file>]

The settings are those of the services: the environment, then --env-file (with systemd /etc/agencyreel.env), else .env.

  init-database
      Makes the database and its two roles, or converts an existing one; changes nothing the second time. Needs
      DATABASE_URL, DATABASE_OWNER_URL and DATABASE_ADMIN_URL. Stop web and worker first.
  rotate-key
      Seals every secret with SECRET_KEY that SECRET_KEY_BEFORE has sealed, beside running processes. Interrupted, it
      continues when it is run again; it says when the former key is no longer needed.
  create-owner --email=<email> [--name=<name>] [--agency=<name>] [--password=<password>] [--plan=<plans>]
      Adds an owner with an agency of its own. Without a password one is made up and printed.
  set-plan --email=<owner's email> --plan=<plans>
      Changes what an owner may use. Plans: ${plans.join(', ')}; several are joined by a comma; none: --plan=none
  master-login --email=<email>
      Prints a link that signs you in as this person: it works once, for five minutes, and is written to the audit log.
  sandbox-link
      Prints a link that opens the sandbox's pages at a public address: it works once, for ten minutes, in one browser.
  reset-second-factor <email>
      Turns two-step log-in off for a person who has lost the app and the recovery codes, and notifies them by mail.
  list-owners
      Prints every owner with agency and plans.
  list-deletions
      Prints the numbers of agencies that were deleted by their owners, and when.
  hold
      Prints whether posting is held after a restore, what was settled since, what is being checked, and what is asked.
  release [--leave-questions]
      Lets posting go on after a restore. With --leave-questions also while posts are being checked or asked about:
      none of these is sent by itself.
  list-sources
      Prints the state of each configured source of pictures, videos, music …: last answer, last error, requests left;
      then the sources that are not configured, with the settings that turn them on.
  list-articles
      Prints every article of the help, and what is wrong with files of the folder help in DATA_DIR.
  add-article <file.md>
      Adds an article to the help, or replaces the one with the file's name.
  withdraw-article <name>
      Removes a shipped article from the help.
  remove-article <name>
      Removes an added article; a replaced or withdrawn one is restored as shipped.
  list-searches
      Prints what was searched for in the help without a result, the most frequent first.
  list-ratings
      Prints how often each article helped, with its comments.
  list-dead-jobs
      Prints the background jobs that failed for good, the newest first: id, name, time, rows, reason.
  run-dead-jobs --job=<id or name>
      Queues one dead job again, or all of a name.
  list-tickets
      Prints the waiting requests from the Upgrades page.
  answer-ticket --ticket=<number> --text=<answer> [--state=<answered, done or denied>]
      Answers a request: the owner sees it on the page and is mailed.
  list-materials
      Prints what the Upgrades page offers, and what is wrong with the manifest in the folder upgrades of DATA_DIR.
  withdraw-licence --source=<source> --item=<the source's name of the work>
      Records that a source no longer offers a work, for all agencies that use it, and mails the owners whose posts
      wait with it. Sources and names are in the licence ledger's CSV.
  backup [--to=<folder or s3://bucket/prefix>]
      Writes the whole database and the files as one set, at BACKUP_TO by default, and deletes sets that are too many.
      BACKUP_PASSPHRASE encrypts it. SECRET_KEY is not in it.
  backup --drill [--from=<repository>]
      Restores the newest set into a database that exists only meanwhile, and says how long it took.
  list-backups [--from=<repository>]
      Prints the sets of a repository, and which of them are not whole.
  restore [--from=<repository>] [--set=<name>] [--into=<DATABASE_URL>] [--replace]
      Restores a set, the newest by default, into an empty database, the configured one by default. --replace deletes
      what is there. Nothing is published before it is released.
  --help
      Prints this.

Exit codes: 0 done, 1 it failed, 2 the command was not understood.
`;
