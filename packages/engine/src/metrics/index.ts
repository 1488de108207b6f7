export * from './report.ts';
export * from './summarise.ts';
