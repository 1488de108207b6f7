import { MINUTE_MS } from '@trickdesk/domain';

/**
 * In the five minutes after the close of a session the real exchange matches its closing auction, and takes back what was
 * left of it: so long after the close the day's trades and orders are final.
 */
export const AFTER_AUCTION_MS = 6 * MINUTE_MS;
