/** Strategies of the catalogue that are shown together. */
export interface PortfolioEntry {
  readonly key: string;
  readonly name: string;
  readonly summary: string;
  /** Of the catalogue. They trade in one rhythm, so that their days can be compared. */
  readonly slugs: readonly string[];
}

/** What the house shows together: by what they have in common, never by how well they did. */
export const PORTFOLIOS: readonly PortfolioEntry[] = [
  {
    key: 'intraday-mix',
    name: 'Intraday, three ideas',
    summary: 'A trend, a breakout and a return to the middle: each is flat by the end of the day.',
    slugs: ['ema-trend-banks', 'opening-range-15', 'rsi-dip-intraday'],
  },
  {
    key: 'intraday-follow',
    name: 'Intraday, with the move',
    summary: 'Four tricks that follow a move once it has begun.',
    slugs: ['quick-cross-sbin', 'ema-trend-banks', 'opening-range-30-volume', 'momentum-morning'],
  },
  {
    key: 'intraday-fade',
    name: 'Intraday, against the move',
    summary: 'Four tricks that trade against a move that went far, back towards the middle.',
    slugs: ['bollinger-fade-it', 'gap-fade', 'vwap-stretch', 'rsi-dip-intraday'],
  },
  {
    key: 'swing-mix',
    name: 'Swing, shares and gold',
    summary: 'Positions of days and weeks: a trend in shares, a breakout, a pullback, and gold beside them.',
    slugs: ['sma-swing-large-caps', 'donchian-20-daily', 'rsi2-daily', 'gold-momentum'],
  },
];
