export { actionWords, adjustedWords } from './adjusted-words.ts';
export { conditionWords } from './condition-words.ts';
export { createExplainer, explainDecision } from './explain.ts';
export { type Refusals, refusalsOf } from './refusals.ts';
export { ruleWords } from './rule-words.ts';
