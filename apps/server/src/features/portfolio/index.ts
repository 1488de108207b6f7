export { portfolioHandlers } from './calls.ts';
export { createPortfolioService, type PortfolioParts, type PortfolioService } from './service.ts';
