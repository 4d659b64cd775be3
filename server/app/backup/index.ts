/** Backups of the database and the files, and restoring them. */
export { backupCommand, isBackupCommand, type Addresses, type BackupCommand } from './commands.ts';
export { drill } from './drill.ts';
export { makeBackup } from './make-backup.ts';
export { restore } from './restore.ts';
export { lastBackup, type LastBackup, oldBackups } from './queries.ts';
