import type { Page } from 'playwright-core';
import type { Client } from './client.ts';
import { TYPED } from './own-trick.ts';

/** Words that a page of Hindi may have in Latin letters, one behind the other, beside names and what people typed. */
const KEPT: readonly RegExp[] = [
  // Conditions are written the same in every language.
  /\b[a-z_]+\([^()]*\)(?:\.[a-z]+)?/g,
  /\b(?:crosses (?:above|below)|and|or|not|close|open|high|low|volume|value)\b/g,
  /scores\.sebi\.gov\.in|smartodr\.in/g,
];
/** Names, and what the broker says of an order. */
const NAMES = [
  ...['Trickdesk', 'Angel One', 'API key', 'English'],
  'Order cancelled by the exchange at the end of the day.',
];

/** Names of tricks, baskets and people, and what the demo has asked and was answered: as they are in every language. */
export async function keptFor(client: Client): Promise<readonly string[]> {
  const { trick_list } = await client.send('hometrickers', { pageSize: 100 });
  const { basket_list } = await client.send('listBasket', { pageSize: 100 });
  const { ticket_list } = await client.send('ticketlist', {});
  const typed: string[] = Object.values(TYPED);
  for (const { ticketId, subject } of ticket_list) {
    const { messages } = await client.send('ticketdetails', { ticketId });
    typed.push(subject, ...messages.flatMap((message) => message.text.split('\n')));
  }
  const names = [...trick_list, ...basket_list].map(({ name }) => name);
  return [...NAMES, ...names, ...typed].toSorted((a, b) => b.length - a.length);
}

/** @param kept what stands as it is, the longest first @returns what the page says in English, each once */
export async function englishOn(page: Page, kept: readonly string[]): Promise<readonly string[]> {
  const said = await page.evaluate(wordsOfPage);
  const agent = await page.evaluate(() => navigator.userAgent);
  return said.filter((words) => isEnglish(withoutKept(words, [agent, ...kept])));
}

function withoutKept(words: string, kept: readonly string[]): string {
  const left = kept.reduce((text, name) => text.replaceAll(name, '·'), words);
  return KEPT.reduce((text, pattern) => text.replace(pattern, '·'), left);
}

/** Two words in a row of which the second is no name, or one with a capital that stands alone. */
const isEnglish = (words: string): boolean => /[A-Za-z]{2,}[,.:]? [a-z]{2,}|^[A-Z][a-z]{2,}[.…]?$/.test(words.trim());

/** Every text of the page and every label of its parts, each once. Runs in the page. */
function wordsOfPage(): string[] {
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('script, style, [lang=en]')) found.add(node.textContent?.trim() ?? '');
  }
  for (const part of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.add(part.getAttribute(name) ?? '');
  }
  return [...found];
}
