import { rootPreference } from './preference.ts';

/** How wide the content may grow. */
export const CONTENT_WIDTHS = ['boxed', 'full'] as const;
export const WIDTH_KEY = 'contentWidth';

export const contentWidth = rootPreference('width', WIDTH_KEY, CONTENT_WIDTHS);
