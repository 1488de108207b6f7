import { useEffect, useMemo, useState } from 'react';
import { session } from '../../../lib/send.ts';
import { type Definition, type Draft, draftOf, FIRST_DRAFT } from './draft.ts';
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

interface Content {
  readonly draft: Draft;
  readonly version: number;
  readonly found: boolean;
  readonly revision: number;
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
    return { draft: kept?.draft ?? stored, version, found: kept !== undefined, revision: 0 };
  });
  const { draft, version } = content;
  const changed = useMemo(() => JSON.stringify(draft) !== JSON.stringify(original), [draft, original]);

  useEffect(() => {
    if (changed) keepDraft(localStorage, key, { draft, version });
    else forgetDraft(localStorage, key);
  }, [changed, draft, key, version]);

  const filled = (other: Draft) => (before: Content) => ({ ...before, draft: other, revision: before.revision + 1 });
  return {
    ...content,
    changed,
    set: (changes) => setContent((before) => ({ ...before, draft: { ...before.draft, ...changes } })),
    replace: (other) => setContent(filled(other)),
    renew: () => setContent((before) => filled(before.draft)(before)),
    discard: () => {
      setOriginal(stored);
      setContent((before) => ({ ...filled(stored)(before), version: trick?.version ?? 0, found: false }));
    },
    moveUp: () => setContent((before) => ({ ...before, version: trick?.version ?? 0 })),
    wasSaved: (saved) => {
      setOriginal(draft);
      setContent((before) => ({ ...before, version: saved, found: false }));
      forgetDraft(localStorage, key);
    },
    forget: () => forgetDraft(localStorage, key),
  };
}
