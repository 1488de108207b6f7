import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../app-link.tsx';
import { Button } from '../button.tsx';
import { Empty } from '../feedback/empty.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import type { LoadState } from '../feedback/loaded.tsx';
import { SkeletonLines } from '../feedback/skeleton.tsx';
import type { TableColumn } from './column.ts';
import css from './data-table.module.css';
import { isBlank, type ListState, useListState } from './list-state.ts';
import { SortHead } from './sort-head.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableTools } from './table-tools.tsx';

export interface TablePage<Row> {
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
  /** Totals of the whole set, at the start of the footer. */
  readonly total?: ReactNode;
  /** All rows of the filtered set for the file; without it the rows on screen are taken. */
  readonly allRows?: () => Promise<readonly Row[]>;
  readonly exportName?: string;
  /** Without its own border, inside a section; no tools and no paging. */
  readonly bare?: boolean;
  /** Shows each row as a card instead of a line; the columns still make the file. */
  readonly card?: ((row: Row) => ReactNode) | undefined;
  /** The final shape while the rows load, where lines of text are not it. */
  readonly skeleton?: ReactNode;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns });

/** A list of the product: see the pattern “Table” in the design notes. Search, sort and page stand in the address. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const list = useListState();
  const { t } = useTranslation();
  const page = props.state.data;
  const waiting = props.skeleton ?? (
    <div style={{ padding: '8px 12px' }}>
      <SkeletonLines label={t('table.loading', { list: props.label })} lines={8} />
    </div>
  );
  return (
    <div
      className={`${css.box} ${props.bare ? css.bare : ''} ${props.card && hasCards(props.state) ? css.onPage : ''}`}
    >
      {props.bare || isBlank(page, props.filtered) ? null : <TableTools {...props} list={list} />}
      {page ? (
        <Content {...props} page={page} list={list} />
      ) : props.state.error ? (
        <ErrorState failure={props.state.error} onRetry={() => props.state.refetch()} />
      ) : (
        waiting
      )}
    </div>
  );
}

function Content<Row extends object>(props: RowsProps<Row>) {
  const { page, list, card } = props;
  if (page.total === 0)
    return (
      <NoRows
        search={props.searchable ? list.search : ''}
        empty={props.empty}
        onClear={() => list.set({ search: undefined })}
      />
    );
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

type RowsProps<Row> = DataTableProps<Row> & { readonly page: TablePage<Row>; readonly list: ListState };

function sortingOf(sort: string): SortingState {
  return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
}

/** Where a page is not the whole set, only the server may order: a page sorted by itself would mislead. */
function Rows<Row extends object>({ columns, page, list, label, rowKey, rowLink, bare }: RowsProps<Row>) {
  const complete = page.rows.length >= page.total;
  const definitions = useMemo(
    (): ColumnDef<typeof features, Row>[] =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row) => column.sortValue?.(row) ?? '',
        enableSorting: column.sortValue !== undefined,
      })),
    [columns],
  );
  const data = useMemo(() => [...page.rows], [page.rows]);
  const sorting = sortingOf(complete && !bare ? list.sort : '');
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting },
    onSortingChange: () => undefined,
  });
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
              aria-sort={ariaSort(column, list)}
            >
              <SortHead column={column} list={list} allowed={!bare && (complete || column.serverSort !== undefined)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map(({ original: row }) => (
          <tr key={rowKey(row)} className={rowLink ? css.linked : undefined}>
            {columns.map((column, i) => (
              <td key={column.id} className={classOf(column)} data-label={column.header}>
                {i === 0 && rowLink ? (
                  <AppLink to={rowLink(row)} className={css.rowLink}>
                    {column.cell(row)}
                  </AppLink>
                ) : (
                  <Cell>{column.cell(row)}</Cell>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A bare text gets an element of its own, so that its words keep their order in a page of the other direction. */
function Cell({ children }: { readonly children: ReactNode }) {
  return typeof children === 'string' ? <span>{children}</span> : children;
}

const widthOf = (column: { readonly width?: string }) => (column.width ? { inlineSize: column.width } : undefined);

function classOf<Row>(column: TableColumn<Row>): string {
  const priority = column.priority === 3 ? css.p3 : column.priority === 2 ? css.p2 : '';
  return `${column.align === 'end' ? css.end : ''} ${priority} ${column.wide ? css.wide : ''}`.trim();
}

function ariaSort<Row>(column: TableColumn<Row>, list: ListState): 'ascending' | 'descending' | undefined {
  const name = column.serverSort ?? column.id;
  if (list.sort === name) return 'ascending';
  return list.sort === `-${name}` ? 'descending' : undefined;
}
