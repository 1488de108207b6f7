export { figureHandlers } from './calls.ts';
export { createFiguresService, type FiguresService } from './service.ts';
