export * from './port.ts';
export * from './port-orders.ts';
export * from './port-releases.ts';
