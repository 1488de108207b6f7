export { linkNew } from './link.ts';
export { type ChainReport, chainWords, verifyChain } from './verify.ts';
