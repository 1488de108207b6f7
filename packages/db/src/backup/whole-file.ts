import { randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file that appears under its name when it is whole and on disk, and not before. What an interrupted one leaves
 * is named so that nobody takes it for a backup.
 *
 * @throws Error where the name is taken already
 */
export async function writeWholeFile<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.partial`);
  // Everybody's data: only for whoever runs this.
  const file = await open(draft, 'wx', 0o600);
  try {
    const result = await write(file);
    await file.sync();
    // Not a rename: that would replace a file of the same name.
    await link(draft, path);
    return result;
  } finally {
    await file.close();
    await unlink(draft);
    await syncFolder(dirname(path));
  }
}

/** A new name is on disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and keeps their names by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
