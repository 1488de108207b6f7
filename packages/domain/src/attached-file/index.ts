import { isArchiveToo } from './bytes.ts';
import type { FileFault } from './fault.ts';
import { isJpeg, jpegFault } from './jpeg.ts';
import { isPdf, pdfFault } from './pdf.ts';
import { isPng, pngFault } from './png.ts';

export type { FileFault } from './fault.ts';

/** What a file may be; its content says so, never its name. */
export const ATTACHMENT_KINDS = ['png', 'jpeg', 'pdf'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

export type FileFinding = { readonly kind: AttachmentKind } | { readonly fault: FileFault };

const KINDS = [
  { kind: 'png', is: isPng, faultOf: pngFault },
  { kind: 'jpeg', is: isJpeg, faultOf: jpegFault },
  { kind: 'pdf', is: isPdf, faultOf: pdfFault },
] as const;

/**
 * What a file is, by its bytes from the first to the last: only what is whole, is one thing alone, and neither runs nor
 * carries anything. This looks for forgeries, not for viruses: files are handed on as downloads and never shown by us.
 */
export function kindOfFile(bytes: Uint8Array): FileFinding {
  if (bytes.length === 0) return { fault: 'empty' };
  const found = KINDS.find(({ is }) => is(bytes));
  if (!found) return { fault: 'not_allowed' };
  const fault = found.faultOf(bytes) ?? (isArchiveToo(bytes) ? 'double' : undefined);
  return fault === undefined ? { kind: found.kind } : { fault };
}
