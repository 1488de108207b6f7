import fc from 'fast-check';

/** Comparisons, and how they are grouped. */
export type Rule = string | { readonly op: 'and' | 'or'; readonly rules: readonly [Rule, Rule] };

const { rule } = fc.letrec<{ rule: Rule }>((tie) => ({
  rule: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom('close > 1', 'close > 2', 'in_position', 'volume < 3'),
    fc.record({ op: fc.constantFrom('and' as const, 'or' as const), rules: fc.tuple(tie('rule'), tie('rule')) }),
  ),
}));

export const anyRule: fc.Arbitrary<Rule> = rule;

/** As a condition is written. */
export const written = (rule: Rule): string =>
  typeof rule === 'string' ? rule : `(${rule.rules.map(written).join(` ${rule.op} `)})`;

/** The same rule with each comparison in the words that are said for it. */
export function spoken(rule: Rule, said: Readonly<Record<string, string>>): Rule {
  if (typeof rule === 'string') return said[rule] ?? '';
  return { op: rule.op, rules: [spoken(rule.rules[0], said), spoken(rule.rules[1], said)] };
}

/** The same for rules that mean the same but for the order of their parts, and for no others. */
export function meant(rule: Rule): string {
  if (typeof rule === 'string') return rule;
  const parts = ({ op, rules }: Exclude<Rule, string>): string[] =>
    rules.flatMap((each) => (typeof each !== 'string' && each.op === op ? parts(each) : [meant(each)]));
  return `(${parts(rule).toSorted().join(` ${rule.op} `)})`;
}

/** What a list means whose parts hold together: the counts alone say where a list within it ends. */
export function readList(words: string, op: 'and' | 'or'): string {
  const parts = words.split('; ');
  const next = (): string => {
    const part = parts.shift() ?? '';
    const within = /^(all of these|at least one of these) (\d+): (.*)$/s.exec(part);
    if (!within) return part;
    parts.unshift(within[3] ?? '');
    const own = Array.from({ length: Number(within[2]) }, next).toSorted();
    return `(${own.join(within[1] === 'all of these' ? ' and ' : ' or ')})`;
  };
  const own: string[] = [];
  while (parts.length > 0) own.push(next());
  return own.length === 1 ? (own[0] ?? '') : `(${own.toSorted().join(` ${op} `)})`;
}
