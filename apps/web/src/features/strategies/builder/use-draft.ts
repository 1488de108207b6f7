import { useEffect, useMemo, useState } from 'react';
import { session } from '../../../lib/send.ts';
import { type Definition, type Draft, draftOf, FIRST_DRAFT } from './draft.ts';
import { type Content, swapped, withOther } from './draft-content.ts';
import { forgetDraft, keepDraft, keyOfDraft, readDraft } from './kept-draft.ts';
import type { OwnTrick } from './own-trick.ts';

export interface DraftState {
  readonly draft: Draft;
  /** The version that the draft began from; 0 for a trick that was never saved. */
  readonly version: number;
  /** Something is typed that no version has. */
  readonly changed: boolean;
  /** It was found on this device, from an earlier visit. */
  readonly found: boolean;
  /** Grows where fields are to be made anew with other values. */
  readonly revision: number;
  readonly set: (changes: Partial<Draft>) => void;
  /** Other contents for all fields. */
  readonly replace: (draft: Draft) => void;
  /** The same contents in fields that are made anew. */
  readonly renew: () => void;
  readonly discard: () => void;
  /** All fields were given other contents, and what had been typed there is still at hand. */
  readonly canBringBack: boolean;
  readonly bringBack: () => void;
  /** What was changed is meant for the newest version. */
  readonly moveUp: () => void;
  /** The draft is a version now. */
  readonly wasSaved: (version: number) => void;
  readonly forget: () => void;
}

/** Rules of elsewhere that a new trick begins with. */
export interface TakenRules {
  /** Names where they are from: `back-test 12`. */
  readonly origin: string;
  readonly definition: Definition;
  readonly name: string;
  readonly summary: string;
  readonly minCapitalPaise: number;
}

/** A draft that no crash, reload or wrong click loses: what is not saved is kept on the device until it is. */
export function useDraft(trick: OwnTrick | undefined, taken: TakenRules | undefined): DraftState {
  // Rules that were taken have a place of their own: they never lie over what was typed into a new trick.
  const key = keyOfDraft(session.user()?.userId, trick?.TricksId ?? taken?.origin);
  const stored = useMemo(() => {
    if (trick) return draftOf(trick.shown.definition, trick);
    return taken ? draftOf(taken.definition, taken) : FIRST_DRAFT;
  }, [trick, taken]);
  const [original, setOriginal] = useState(stored);
  const [content, setContent] = useState((): Content => {
    const kept = readDraft(localStorage, key);
    const version = kept?.version ?? trick?.version ?? 0;
    return { draft: kept?.draft ?? stored, version, found: kept !== undefined, revision: 0, before: undefined };
  });
  const { draft, version } = content;
  const changed = useMemo(() => JSON.stringify(draft) !== JSON.stringify(original), [draft, original]);

  useEffect(() => {
    if (changed) keepDraft(localStorage, key, { draft, version });
    else forgetDraft(localStorage, key);
  }, [changed, draft, key, version]);

  return {
    ...content,
    changed,
    canBringBack: content.before !== undefined,
    set: (changes) => setContent((before) => ({ ...before, draft: { ...before.draft, ...changes } })),
    replace: (other) =>
      setContent((now) => withOther(now, { draft: other, version: now.version }, { isChanged: changed })),
    renew: () => setContent((now) => ({ ...now, revision: now.revision + 1 })),
    discard: () => {
      setOriginal(stored);
      const saved = { draft: stored, version: trick?.version ?? 0 };
      setContent((now) => withOther(now, saved, { isChanged: changed }));
    },
    bringBack: () => setContent(swapped),
    moveUp: () => setContent((before) => ({ ...before, version: trick?.version ?? 0 })),
    wasSaved: (saved) => {
      setOriginal(draft);
      setContent((now) => ({ ...now, version: saved, found: false, before: undefined }));
      forgetDraft(localStorage, key);
    },
    forget: () => forgetDraft(localStorage, key),
  };
}
