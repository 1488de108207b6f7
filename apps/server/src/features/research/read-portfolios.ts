import type { PortfolioTricks } from '@trickdesk/contract';
import { type NamedReport, reportsBySlug, rounded } from '../strategies/index.ts';
import { type CombinedMember, combine } from './combine.ts';
import type { ResearchFacts } from './parts.ts';
import { PORTFOLIOS, type PortfolioEntry } from './portfolio-list.ts';

/** Every portfolio of the house, with what the back-tests of its strategies add up to. */
export async function readPortfolios(
  { database, marketData }: Pick<ResearchFacts, 'database' | 'marketData'>,
  { showsReturns, search }: { readonly showsReturns: boolean; readonly search: string | undefined },
): Promise<PortfolioTricks[]> {
  const words = search?.toLowerCase() ?? '';
  const wanted = PORTFOLIOS.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(words));
  const slugs = [...new Set(wanted.flatMap((entry) => entry.slugs))];
  const reports = await reportsBySlug(database.kysely, slugs, marketData.dataset);
  return wanted.map((entry) => portfolioOf(entry, reports, showsReturns));
}

function portfolioOf(
  { key, name, summary, slugs }: PortfolioEntry,
  reports: ReadonlyMap<string, NamedReport>,
  showsReturns: boolean,
): PortfolioTricks {
  const members = slugs.flatMap((slug) => reports.get(slug) ?? []);
  const isWhole = members.length === slugs.length && members.every(({ report }) => report !== undefined);
  const figures = showsReturns && isWhole ? figuresOf(members) : undefined;
  return {
    ...{ portfolio: key, name, summary },
    tricks: members.map(({ id: TricksId, name: trick }) => ({ TricksId, name: trick })),
    ...(figures ? { figures } : {}),
  };
}

function figuresOf(members: readonly NamedReport[]): PortfolioTricks['figures'] {
  const first = members[0]?.report;
  const whole = combine(
    members.flatMap(({ id, report }) =>
      report ? [{ id, capitalPaise: report.capitalPaise, equity: report.equity }] : [],
    ),
  );
  const [start, end] = [whole?.equity[0], whole?.equity.at(-1)];
  if (!first || !whole || !start || !end) return undefined;
  const names = new Map(members.map(({ id, name }) => [id, name]));
  return {
    basis: { ...first.basis, from_date: start.date, to_date: end.date, days: whole.equity.length },
    ...figuresToWire(whole),
    trick_list: whole.members.map((member) => ({
      ...{ TricksId: member.id, name: names.get(member.id) ?? '' },
      ...figuresToWire(member),
    })),
    equity: whole.equity.map((point) => ({ ...point, drawdownPercent: rounded(point.drawdownPercent) })),
    correlation: whole.correlation.map(({ first: one, second, value }) => ({
      ...{ first: one, second },
      ...(value === undefined ? {} : { value: rounded(value) }),
    })),
  };
}

const figuresToWire = ({ capitalPaise, netPnlPaise, maxDrawdownPercent }: Omit<CombinedMember, 'id'>) => ({
  ...{ capitalPaise, netPnlPaise },
  returnPercent: rounded((netPnlPaise / capitalPaise) * 100),
  maxDrawdownPercent: rounded(maxDrawdownPercent),
});
