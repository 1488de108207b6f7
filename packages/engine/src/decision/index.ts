export { conditionWords } from './condition-words.ts';
export { explainDecision } from './explain.ts';
