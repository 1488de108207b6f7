import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers of registrations, as the settings have them; absent: there is none. */
export interface Registrations {
  readonly researchAnalyst: string | undefined;
  readonly algoProvider: string | undefined;
}

/** Shown one below the other: whoever opens the page has not chosen a language yet. */
const LANGUAGES = ['en', 'hi'];

interface LegalTexts {
  readonly marketRisk: string;
  readonly noAssurance: string;
  readonly researchAnalyst: string;
  readonly algoProvider: string;
  readonly unregistered: string;
}

/**
 * What must stand below every page in compliance mode: the warning of market risk, and the numbers of registrations. It
 * is in the page itself, so that it is there before, and without, any script.
 *
 * @param folder of the built app, with its language files
 * @throws Error where there is no text to show: without the warning nothing may be shown either
 */
export function legalNotice(folder: string, registrations: Registrations): string {
  const parts = LANGUAGES.flatMap((language) => {
    const texts = textsIn(join(folder, 'assets/locales', `${language}.json`));
    return texts ? [`<p lang="${language}">${inText(sentencesOf(texts, registrations).join(' '))}</p>`] : [];
  });
  if (parts.length === 0)
    throw new Error(`${folder} has no texts of the legal notice, which compliance mode must show`);
  return `<footer class="legal-notice">${parts.join('')}</footer>`;
}

function sentencesOf(texts: LegalTexts, { researchAnalyst, algoProvider }: Registrations): string[] {
  const numbers = [
    ...(researchAnalyst ? [texts.researchAnalyst.replace('{{number}}', () => researchAnalyst)] : []),
    ...(algoProvider ? [texts.algoProvider.replace('{{number}}', () => algoProvider)] : []),
  ];
  return [texts.marketRisk, ...(numbers.length > 0 ? [...numbers, texts.noAssurance] : [texts.unregistered])];
}

function textsIn(file: string): LegalTexts | undefined {
  if (!existsSync(file)) return undefined;
  const texts: { readonly legal?: LegalTexts } = JSON.parse(readFileSync(file, 'utf8'));
  return texts.legal;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const inText = (text: string): string => text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign);
