import type { Page } from 'playwright-core';

/** One picture: whose eyes see which address, and what is done there first. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as: 'guest' | 'newcomer' | 'trader' | 'investor';
  readonly direction?: 'rtl';
  readonly prepare?: (page: Page) => Promise<void>;
}
