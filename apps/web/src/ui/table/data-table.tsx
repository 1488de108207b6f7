import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Empty } from '../feedback/empty.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { later } from '../feedback/later.tsx';
import type { LoadState } from '../feedback/loaded.tsx';
import { SkeletonLines } from '../feedback/skeleton.tsx';
import { classOf, RowCells, widthOf } from './cells.tsx';
import type { FileColumn, TableColumn } from './column.ts';
import css from './data-table.module.css';
import { isBlank, type ListState, useListState } from './list-state.ts';
import { SortHead } from './sort-head.tsx';
import { ariaSort, sortOf } from './sorting.ts';
import { TableFoot } from './table-foot.tsx';
import { TableTools } from './table-tools.tsx';
import { useSorted } from './use-sorted.ts';

const LongRows = later(async () => (await import('./long-rows.tsx')).LongRows);

/** Rows that are had as they come into view; `useLongList` reads them. */
export interface LongList<Row> {
  /** Undefined while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly onView: (first: number, last: number) => void;
}

export interface TablePage<Row> {
  /** Of one page; or all of them, which are then cut here. */
  readonly rows: readonly Row[];
  /** Rows of the whole filtered set. */
  readonly total: number;
  readonly pageSize: number;
}

export interface DataTableProps<Row> {
  /** What the rows are, for screen readers and the file's name: “Orders”. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly state: LoadState<TablePage<Row>>;
  readonly rowKey: (row: Row) => string | number;
  /** Where a row leads; its first column becomes the link, and the whole row follows it. */
  readonly rowLink?: (row: Row) => string;
  /** Shown when there are no rows and no search; the one for a search is the table's own. */
  readonly empty: ReactNode;
  /** Filters beside the search; they read and write `useListState`. */
  readonly filters?: ReactNode;
  readonly searchable?: boolean;
  /**
   * Whether the address narrows the rows. Told that it does not, a list without rows shows no tools: there is nothing
   * to search, to filter or to save.
   */
  readonly filtered?: boolean;
  /** The order of the list where the address names none, as a column would say it; left out where no column says it. */
  readonly ownSort?: string;
  /** Totals of the whole set, at the start of the footer. */
  readonly total?: ReactNode;
  /** All rows of the filtered set for the file; without it the rows on screen are taken. */
  readonly allRows?: () => Promise<readonly Row[]>;
  readonly exportName?: string;
  /** What the file holds, where that is more than the columns on screen. */
  readonly file?: readonly FileColumn<Row>[];
  /** Without its own border, inside a section; no tools and no paging. */
  readonly bare?: boolean;
  /** All rows in one frame that scrolls, instead of page after page. */
  readonly long?: LongList<Row>;
  /** Shows each row as a card instead of a line; the columns still make the file. */
  readonly card?: ((row: Row) => ReactNode) | undefined;
  /** The final shape while the rows load, where lines of text are not it. */
  readonly skeleton?: ReactNode;
}

/** The order that is shown, and how another is asked for. */
export interface TableSort {
  readonly now: string;
  readonly own: string;
  readonly ask: (sort: string) => void;
}

const NO_ROWS: readonly never[] = [];

/** A list of the product: see the pattern “Table” in the design notes. Search, sort and page stand in the address. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const list = useListState();
  const { t } = useTranslation();
  const own = props.ownSort ?? '';
  const now = props.bare ? own : sortOf(list.sort, props.columns, own);
  const sort: TableSort = { now, own, ask: (value) => list.set({ sort: value }) };
  const rows = useSorted(props.state.data?.rows ?? NO_ROWS, props.columns, now);
  const page = props.state.data && { ...props.state.data, rows };
  const waiting = props.skeleton ?? (
    <div style={{ padding: '8px 12px' }}>
      <SkeletonLines label={t('table.loading', { list: props.label })} lines={8} />
    </div>
  );
  return (
    <div
      className={`${css.box} ${props.bare ? css.bare : ''} ${props.card && hasCards(props.state) ? css.onPage : ''}`}
    >
      {props.bare || isBlank(page, props.filtered) ? null : (
        <TableTools {...props} list={list} sort={sort} rows={rows} />
      )}
      {page ? (
        <Content {...props} page={cut(page, list.page)} list={list} sort={sort} />
      ) : props.state.error ? (
        <ErrorState failure={props.state.error} onRetry={() => props.state.refetch()} />
      ) : (
        waiting
      )}
    </div>
  );
}

/** Where all rows are here, those of the page that is shown. */
function cut<Row>(page: TablePage<Row>, number: number): TablePage<Row> {
  if (page.rows.length <= page.pageSize) return page;
  return { ...page, rows: page.rows.slice((number - 1) * page.pageSize, number * page.pageSize) };
}

function Content<Row extends object>(props: RowsProps<Row>) {
  const { page, list, card, long } = props;
  if (page.total === 0)
    return (
      <NoRows
        search={props.searchable ? list.search : ''}
        empty={props.empty}
        onClear={() => list.set({ search: undefined })}
      />
    );
  if (long) {
    return (
      <Suspense fallback={props.skeleton ?? null}>
        <LongRows
          key={list.search}
          label={props.label}
          columns={props.columns as readonly TableColumn<object>[]}
          list={long}
          count={page.total}
          total={props.total}
        />
      </Suspense>
    );
  }
  return (
    <>
      {card ? <Cards rows={page.rows} rowKey={props.rowKey} card={card} label={props.label} /> : <Rows {...props} />}
      {props.bare ? null : <TableFoot page={page} list={list} total={props.total} />}
    </>
  );
}

interface NoRowsProps {
  readonly search: string;
  readonly empty: ReactNode;
  readonly onClear: () => void;
}

interface CardsProps<Row> {
  readonly rows: readonly Row[];
  readonly label: string;
  readonly rowKey: (row: Row) => string | number;
  readonly card: (row: Row) => ReactNode;
}

function Cards<Row>({ rows, label, rowKey, card }: CardsProps<Row>) {
  return (
    <ul className={css.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{card(row)}</li>
      ))}
    </ul>
  );
}

/** Cards, or the place where they will be, lie on the page; a message lies in the box. */
const hasCards = ({ data, error }: LoadState<TablePage<unknown>>) => (data ? data.total > 0 : !error);

function NoRows({ search, empty, onClear }: NoRowsProps) {
  const { t } = useTranslation();
  if (search === '') return empty;
  return (
    <Empty
      title={t('table.noMatch', { search })}
      text={t('table.noMatchText')}
      action={
        <Button look="quiet" small onClick={onClear}>
          {t('table.clearSearch')}
        </Button>
      }
    />
  );
}

type RowsProps<Row> = DataTableProps<Row> & {
  readonly page: TablePage<Row>;
  readonly list: ListState;
  readonly sort: TableSort;
};

function Rows<Row extends object>({ columns, page, sort, label, rowKey, rowLink, bare }: RowsProps<Row>) {
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={classOf(column)}
              style={widthOf(column)}
              aria-sort={bare ? undefined : ariaSort(sort.now, column.sort)}
            >
              {column.sort && !bare ? (
                <SortHead header={column.header} sort={column.sort} now={sort.now} own={sort.own} onSort={sort.ask} />
              ) : (
                <span>{column.header}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page.rows.map((row) => (
          <tr key={rowKey(row)} className={rowLink ? css.linked : undefined}>
            <RowCells columns={columns} row={row} rowLink={rowLink} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
