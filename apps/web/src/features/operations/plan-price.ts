/** Rupees; `operations-view.test.ts` compares both with the contract. */
export const PRICE_FROM = 10;
export const PRICE_TO = 1_00_000;
