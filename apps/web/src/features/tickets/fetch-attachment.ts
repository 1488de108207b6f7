import type { TicketAttachment } from '@trickdesk/contract';
import { readFailure } from '../../lib/call-failure.ts';
import { fetchSignedIn } from '../../lib/send.ts';
import { downloadFile } from '../../ui/table/csv.ts';
import { ATTACHMENT_PATH, nameIn } from './tickets-view.ts';

/** Fetches a file with the bearer token and hands it to the browser's downloads; it is never shown here. */
export async function fetchAttachment({ attachmentId, name }: TicketAttachment): Promise<void> {
  const response = await fetchSignedIn(`${ATTACHMENT_PATH}/${attachmentId}`, { method: 'GET' });
  if (!response.ok) throw readFailure(response.status, await response.json());
  downloadFile(nameIn(response.headers.get('content-disposition')) ?? name, await response.blob());
}
