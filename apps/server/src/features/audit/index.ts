export { linkNew } from './link.ts';
export { type ChainReport, verifyChain } from './verify.ts';
