import { createMongoAbility } from '@casl/ability';
import type { AbilityRule } from '@trickdesk/contract';

/** Without any rule a person may read what signing in needs, and nothing else. */
export const NO_ABILITY: readonly AbilityRule[] = [{ action: 'read', subject: 'Auth' }];

const decided = new Map<string, boolean>();
/** Few sets of rules exist, so the answers are kept; the bound is against a table that somebody filled with others. */
const MOST_DECIDED = 1_000;

/** Whether the rules allow what a call needs. */
export function isAllowed(rules: readonly AbilityRule[], needed: AbilityRule): boolean {
  const key = JSON.stringify([rules, needed]);
  const known = decided.get(key);
  if (known !== undefined) return known;
  const effective = rules.length === 0 ? NO_ABILITY : rules;
  const ability = createMongoAbility(effective.map(({ action, subject }) => ({ action, subject })));
  const answer = ability.can(needed.action, needed.subject);
  if (decided.size >= MOST_DECIDED) decided.clear();
  decided.set(key, answer);
  return answer;
}
