import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count as inIndia } from '../../lib/format.ts';
import { SkeletonBar } from '../feedback/skeleton.tsx';
import { classOf, RowCells, widthOf } from './cells.tsx';
import type { TableColumn } from './column.ts';
import css from './data-table.module.css';
import type { LongList } from './data-table.tsx';
import longCss from './long-rows.module.css';

/** A row of three lines, and the same as a card; each is measured once it is there. */
const ROW_PX = 65;
const CARD_PX = 190;
/** On a screen this narrow rows are cards. */
const CARDS_BELOW_PX = 640;

/** Drawn above and below what is seen, so that a fast hand finds rows. */
const BEYOND = 8;

// Asked for each of a hundred thousand rows: they must not read the page, and must stay the same function.
const rowPx = () => ROW_PX;
const cardPx = () => CARD_PX;

interface LongRowsProps {
  readonly label: string;
  readonly columns: readonly TableColumn<object>[];
  readonly list: LongList<object>;
  /** Rows of the whole filtered set. */
  readonly count: number;
  readonly total: ReactNode;
}

/** A list of any length in a frame of its own: only the rows in view are in the page, and a screen reader counts all. */
export function LongRows({ label, columns, list, count, total }: LongRowsProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [isNarrow] = useState(() => window.innerWidth < CARDS_BELOW_PX);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: isNarrow ? cardPx : rowPx,
    overscan: BEYOND,
  });
  const drawn = rows.getVirtualItems();
  const [first, last] = [rows.range?.startIndex ?? 0, rows.range?.endIndex ?? 0];
  const { onView } = list;
  useEffect(() => onView(first, last), [onView, first, last]);
  const before = drawn[0]?.start ?? 0;
  const after = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <div className={longCss.frame} ref={frame} tabIndex={0} role="group" aria-label={label}>
        <table className={`${css.table} ${longCss.table}`} aria-label={label} aria-rowcount={count + 1}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" className={classOf(column)} style={widthOf(column)}>
                  <span>{column.header}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap px={before} />
            {drawn.map(({ index, key }) => (
              <tr key={key} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
                <Line columns={columns} row={list.rowAt(index)} />
              </tr>
            ))}
            <Gap px={after} />
          </tbody>
        </table>
      </div>
      <div className={css.foot}>
        <div className={css.total}>{total}</div>
        <span>
          {t('table.rows', { from: inIndia(first + 1), to: inIndia(last + 1), count, formatted: inIndia(count) })}
        </span>
      </div>
    </>
  );
}

/** In the place of rows that are not drawn. */
function Gap({ px }: { readonly px: number }) {
  if (px <= 0) return null;
  return (
    <tr className={longCss.gap}>
      <td style={{ blockSize: px }} />
    </tr>
  );
}

interface LineProps {
  readonly columns: readonly TableColumn<object>[];
  readonly row: object | undefined;
}

/** Rows that stay in view are not drawn again while others come. */
const Line = memo(function Line({ columns, row }: LineProps) {
  if (row) return <RowCells columns={columns} row={row} />;
  return (
    <td colSpan={columns.length} className={longCss.waiting}>
      <SkeletonBar width="60%" />
    </td>
  );
});
