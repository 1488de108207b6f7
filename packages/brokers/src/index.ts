export * from './port.ts';
export * from './port-orders.ts';
