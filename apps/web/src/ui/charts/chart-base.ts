import { indiaMoment } from '@trickdesk/domain';
import {
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { clockMinute, day, MINUS } from '../../lib/format.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import type { Palette } from '../theme/palette.ts';
import { withOpacity } from './chart-colours.ts';

const YEAR = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', year: 'numeric' });
const MONTHS = {
  en: new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', month: 'short' }),
  hi: new Intl.DateTimeFormat('hi-IN', { timeZone: 'Asia/Kolkata', month: 'short' }),
};

/** Our series carry epoch seconds only; anything else is a fault of the caller. */
export function millisecondsOf(time: Time): number {
  if (typeof time !== 'number') throw new TypeError('chart times are epoch seconds');
  return time * 1000;
}

const NOON = 12 * 60;
/** The place of a day on the time axis. */
// The brand of the library's time. Noon, so that the day is the same in UTC and in India.
export const stampOfDay = (date: string) => (indiaMoment(date, NOON) / 1000) as UTCTimestamp;

export const axisPercent = (value: number) => `${value < 0 ? MINUS : ''}${Math.abs(value).toFixed(1)}%`;

/** The label of a mark on the time axis, in India's time. */
export function tickLabel(time: Time, kind: TickMarkType): string {
  const at = millisecondsOf(time);
  if (kind === TickMarkType.Year) return YEAR.format(at);
  if (kind === TickMarkType.Month) return MONTHS[pageLanguage()].format(at);
  return kind === TickMarkType.DayOfMonth ? day(at, at) : clockMinute(at);
}

/** What all charts share: the theme's colours, India's time, no animation, the library's attribution. */
export function chartOptions(colours: Palette, daily: boolean): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colours.surface },
      textColor: colours.textSecondary,
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontSize: 12,
      attributionLogo: false,
      panes: { separatorColor: colours.border, separatorHoverColor: colours.hover, enableResize: false },
    },
    grid: {
      vertLines: { visible: false },
      horzLines: { color: withOpacity(colours.border, 0.7) },
    },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { color: colours.borderStrong, labelBackgroundColor: colours.textSecondary },
      horzLine: { color: colours.borderStrong, labelBackgroundColor: colours.textSecondary },
    },
    // A label that would be cut at an edge is left out.
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: {
      borderColor: colours.border,
      timeVisible: !daily,
      secondsVisible: false,
      rightOffset: 4,
      tickMarkFormatter: tickLabel,
    },
    localization: {
      timeFormatter: (time: Time) => {
        const at = millisecondsOf(time);
        return daily ? day(at, at) : `${day(at, at)}, ${clockMinute(at)}`;
      },
    },
    handleScroll: { vertTouchDrag: false },
  };
}
