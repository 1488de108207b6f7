import { createHash } from 'node:crypto';
import type { AttachmentInput } from '@trickdesk/contract';
import { type AttachmentKind, type FileFault, kindOfFile } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';

/** A file that is what it says. */
export interface CheckedFile {
  readonly name: string;
  readonly kind: AttachmentKind;
  readonly bytes: Buffer;
  readonly sha256: string;
}

const WORDS: Readonly<Record<FileFault, (name: string) => string>> = {
  empty: (name) => `“${name}” is empty.`,
  not_allowed: (name) => `“${name}” is no PNG, JPEG or PDF file, whatever its name says.`,
  damaged: (name) => `“${name}” is damaged: it cannot be read as the picture or document that it begins as.`,
  cut_short: (name) => `“${name}” is not whole: its end is missing.`,
  more_behind: (name) => `“${name}” has something behind its end. Save it anew, or attach a screenshot of it.`,
  double: (name) => `“${name}” holds something besides what it shows. Save it anew, or attach a screenshot of it.`,
  acts: (name) => `“${name}” holds scripts or other files. Print it into a new PDF, or attach a screenshot of it.`,
};

/**
 * Reads what was sent and looks at every byte of it. What is wrong is told of each file, all at once.
 *
 * @throws Refusal `ATTACHMENT_REFUSED`
 */
export function readAttachments(sent: readonly AttachmentInput[]): CheckedFile[] {
  const files: CheckedFile[] = [];
  const errors: { path: string; message: string }[] = [];
  for (const [place, { name, content }] of sent.entries()) {
    const bytes = Buffer.from(content, 'base64');
    const found = kindOfFile(bytes);
    if ('fault' in found) errors.push({ path: `attachments.${place}`, message: WORDS[found.fault](name) });
    else files.push({ name, kind: found.kind, bytes, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  const [first, ...others] = errors;
  if (first) {
    const message = others.length === 0 ? first.message : new Refusal('ATTACHMENT_REFUSED').message;
    throw new Refusal('ATTACHMENT_REFUSED', { message, errors });
  }
  return files;
}

export const sizeOf = (files: readonly CheckedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** What tells one request from another, without its megabytes. */
export const printOf = (files: readonly CheckedFile[]) => files.map(({ name, sha256 }) => ({ name, sha256 }));
