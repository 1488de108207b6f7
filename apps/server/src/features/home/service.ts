import type { HomeFacts } from './mode-totals.ts';
import { readFirstPage } from './read-first-page.ts';
import { readHeader } from './read-header.ts';

export type HomeService = ReturnType<typeof createHomeService>;

export function createHomeService(facts: HomeFacts) {
  return {
    header: (accountId: number) => readHeader(facts, accountId),
    firstPage: (accountId: number) => readFirstPage(facts, accountId),
  };
}
