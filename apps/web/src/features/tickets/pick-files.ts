import { ATTACHMENT_LARGEST_BYTES, ATTACHMENTS_MOST, type FileFault, kindOfFile } from '@trickdesk/domain';
import { CallFailure } from '../../lib/call-failure.ts';

export type PickProblem = FileFault | 'too_large' | 'too_many' | 'unreadable';

/** A file that was chosen; it stays in sight where it cannot be sent, with why. */
export interface PickedFile {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Base 64; empty where it cannot be sent. */
  readonly content: string;
  readonly problem?: PickProblem;
  /** What the server said of it. */
  readonly refusal?: string;
}

/** What is asked of a file of the browser. */
interface ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

/** Looks at every byte of what was chosen, as the server will: what cannot be sent is told at once and by name. */
export async function pickFiles(
  before: readonly PickedFile[],
  chosen: readonly ChosenFile[],
  newKey: () => string = () => crypto.randomUUID(),
): Promise<PickedFile[]> {
  const files = [...before];
  for (const file of chosen) {
    const isOver = files.filter(isSendable).length >= ATTACHMENTS_MOST;
    const found = isOver ? ({ problem: 'too_many' } as const) : await lookAt(file);
    files.push({ key: newKey(), name: file.name, bytes: file.size, content: '', ...found });
  }
  return files;
}

async function lookAt(file: ChosenFile): Promise<{ readonly problem: PickProblem } | { readonly content: string }> {
  if (file.size > ATTACHMENT_LARGEST_BYTES) return { problem: 'too_large' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = kindOfFile(bytes);
    return 'fault' in found ? { problem: found.fault } : { content: base64Of(bytes) };
  } catch (error) {
    console.warn('a file could not be read', error);
    return { problem: 'unreadable' };
  }
}

const AT_ONCE = 8_192;

function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  }
  return btoa(parts.join(''));
}

export const isSendable = ({ problem }: PickedFile): boolean => problem === undefined;

/** Its end says more than its beginning. */
const LONGEST_NAME = 60;

/** What is sent of them, in the order in which they stand. */
export const attachmentsOf = (files: readonly PickedFile[]) =>
  files.filter(isSendable).map(({ name, content }) => ({ name: [...name].slice(-LONGEST_NAME).join(''), content }));

/** The files with what the server said of each: `attachments.1` is the second that was sent. */
export function withRefusals(files: readonly PickedFile[], failure: unknown): readonly PickedFile[] {
  if (!(failure instanceof CallFailure)) return files;
  const said = new Map<number, string>();
  for (const { path, message } of failure.errors) {
    const place = /^attachments\.(\d)/.exec(path)?.[1];
    if (place !== undefined) said.set(Number(place), message);
  }
  let place = -1;
  return files.map((file) => {
    const { refusal: _, ...plain } = file;
    if (!isSendable(file)) return plain;
    place += 1;
    const refusal = said.get(place);
    return refusal === undefined ? plain : { ...plain, refusal };
  });
}
