/** News that a back-test waits: whoever works on the queue looks at once. */
export const BACKTESTS_CHANNEL = 'backtests';
/** Told on it where somebody is about to start one; everything else told there is the number of one that waits. */
export const SOON = 'soon';
