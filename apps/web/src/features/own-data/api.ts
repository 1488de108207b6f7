import { isRecord, readFailure } from '../../lib/call-failure.ts';
import { fetchSignedIn, send, session } from '../../lib/send.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { downloadFile } from '../../ui/table/csv.ts';
import { type CopyProgress, readCopy } from './read-copy.ts';

/** Asks for a copy, fetches it and hands it to the browser's downloads; the form shows its own failure. */
export async function downloadCopy(
  input: InputOfCall<'exportmydata'>,
  tell: (progress: CopyProgress) => void,
): Promise<void> {
  const { path, fileName } = await send('exportmydata', input, { quiet: true });
  const response = await fetchSignedIn(path, { method: 'GET' });
  if (!response.ok) throw readFailure(response.status, await failureOf(response));
  downloadFile(fileName, await readCopy(response, tell));
}

async function failureOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  return isRecord(body) ? body : undefined;
}

/** Deletes the account; the panel shows its own failure. The page begins anew: nothing of the person stays in it. */
export async function deleteAccount(input: InputOfCall<'deleteaccount'>): Promise<void> {
  await send('deleteaccount', input, { quiet: true });
  session.clear();
  window.location.replace('/login?done=erased');
}
