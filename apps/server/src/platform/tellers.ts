import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, type SentenceTeller, sentenceTeller } from '@trickdesk/domain';
import type { Log } from './log.ts';

/** @param language what somebody has chosen; null: nothing, which is English */
export type TellerOf = (language: Language | null) => SentenceTeller;

const asItIs: SentenceTeller = (english) => english;

/**
 * Puts what leaves the product, mails and pushes, into people's languages, by the same file that browsers read. It is
 * read when somebody first needs it; where it cannot be, what is told is told in English rather than not at all.
 *
 * @param webDir the built web app
 */
export function openTellers(webDir: string, log: Log): TellerOf {
  const open = new Map<Language, SentenceTeller>();
  return (language) => {
    if (language === null || language === 'en') return asItIs;
    const known = open.get(language);
    if (known) return known;
    try {
      const teller = byLine(readTeller(join(webDir, 'assets', 'locales', `${language}.json`)));
      open.set(language, teller);
      return teller;
    } catch (error) {
      log.error({ error, language }, 'the sentences of a language cannot be read: what is told is told in English');
      return asItIs;
    }
  };
}

function readTeller(file: string): SentenceTeller {
  const { server, serverParts } = JSON.parse(readFileSync(file, 'utf8'));
  return sentenceTeller({ sentences: server, parts: serverParts });
}

/** The table has sentences; a mail has lines of them, and lines between that hold an address alone. */
function byLine(tell: SentenceTeller): SentenceTeller {
  return (text) => text.split('\n').map(tell).join('\n');
}
