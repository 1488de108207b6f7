import { percent, signedDecimals } from '../../lib/format.ts';
import { HeadRow } from '../table/head-row.tsx';
import css from './heat-table.module.css';

export interface HeatRow {
  readonly name: string;
  /** In percent; `undefined` where there is nothing. */
  readonly cells: readonly (number | undefined)[];
}

interface HeatTableProps {
  readonly label: string;
  /** The first names the rows. */
  readonly head: readonly string[];
  readonly rows: readonly HeatRow[];
}

/** How strongly a cell is tinted, 0 to 1, against the largest value of the table. */
export function heatOf(value: number, largest: number): number {
  return largest === 0 ? 0 : Math.min(1, Math.abs(value) / largest);
}

/** From here on the second decimal says nothing that the first does not, and a year of months has to fit beside a total. */
const ONE_DECIMAL_FROM = 10;

/** Percentages, said once above it and not in each cell, as a table whose cells are tinted, so that an eye and a screen reader both read it. */
export function HeatTable({ label, head, rows }: HeatTableProps) {
  const largest = Math.max(0, ...rows.flatMap((row) => row.cells.map((cell) => Math.abs(cell ?? 0))));
  const places = largest >= ONE_DECIMAL_FROM ? 1 : 2;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <HeadRow names={head} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {row.cells.map((cell, i) => (
                <HeatCell key={head[i + 1]} value={cell} largest={largest} places={places} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeatCellProps {
  readonly value: number | undefined;
  readonly largest: number;
  readonly places: number;
}

function HeatCell({ value, largest, places }: HeatCellProps) {
  if (value === undefined) return <td className={css.none}>·</td>;
  const tone = value >= 0 ? 'var(--td-up)' : 'var(--td-down)';
  const share = Math.round(heatOf(value, largest) * 26);
  return (
    <td title={percent(value, true)} style={{ background: `color-mix(in srgb, ${tone} ${share}%, var(--td-surface))` }}>
      <bdi>{signedDecimals(value, places)}</bdi>
    </td>
  );
}
