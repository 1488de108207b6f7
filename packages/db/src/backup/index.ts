export { DamagedBackup } from './backup-file.ts';
export type { BackupHead, DatabasePart, KeyProbe, TableSummary } from './format.ts';
export { type BackupContent, checkBackup } from './read-backup.ts';
export { type DatabaseToRestore, planRestore, restoreBackup } from './restore-backup.ts';
export { RestoreRefused, RestoreUnclear } from './restore-database.ts';
export { type BackupReport, writeBackup } from './write-backup.ts';
